"""What LaTeX commands, accents and scripts look like in Unicode."""

__all__ = [
    "ACCENTS",
    "BLACKBOARD",
    "DROPPED",
    "FIRST_DROPPED",
    "LETTERS",
    "SUBSCRIPTS",
    "SUPERSCRIPTS",
    "SWITCHES",
    "SYMBOLS",
]


def _pairs(table: str) -> dict[str, str]:
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


SYMBOLS = _pairs("""
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι
    kappa κ lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ
    phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ
    Phi Φ Psi Ψ Omega Ω
    times × div ÷ pm ± mp ∓ cdot · ast * star ⋆ circ ∘ bullet • oplus ⊕ otimes ⊗ odot ⊙
    approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ asymp ≍ thicksim ∼ thickapprox ≈
    le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ll ≪ gg ≫ ne ≠ neq ≠ lesssim ≲ gtrsim ≳ lt < gt >
    to → rightarrow → longrightarrow → Rightarrow ⇒ implies ⇒ leftarrow ← gets ← Leftarrow ⇐
    leftrightarrow ↔ Leftrightarrow ⇔ iff ⇔ uparrow ↑ downarrow ↓ mapsto ↦ nearrow ↗ searrow ↘
    ldots … dots … cdots ⋯ textellipsis … vdots ⋮ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫
    forall ∀ exists ∃ in ∈ notin ∉ ni ∋ cup ∪ cap ∩ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇
    emptyset ∅ varnothing ∅ setminus ∖ wedge ∧ land ∧ vee ∨ lor ∨ neg ¬ lnot ¬ top ⊤ bot ⊥ perp ⊥
    parallel ∥ mid | vert | lvert | rvert | Vert ‖ lVert ‖ rVert ‖ angle ∠ langle ⟨ rangle ⟩
    lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace } ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ prime ′
    degree ° textdegree ° dagger † dag † ddagger ‡ S § P ¶ checkmark ✓ cmark ✓ xmark ✗
    triangle △ square □ blacksquare ■ sharp ♯ flat ♭ surd √ backslash \\ colon : percent %
    textendash – textemdash — textasciitilde ~ textasciicircum ^ textbackslash \\ textless <
    textgreater > textbar | texttimes × textmu µ micro µ textpm ± textunderscore _ textquotesingle '
    textquotedbl " textbullet • textregistered ® texttrademark ™ copyright © textcopyright ©
    pounds £ euro € texteuro € textdollar $ textbraceleft { textbraceright } textquoteright ’
    textquoteleft ‘ textquotedblleft “ textquotedblright ” guillemotleft « guillemotright »
    ss ß ae æ AE Æ oe œ OE Œ o ø O Ø l ł L Ł aa å AA Å i ı j ȷ dh ð DH Ð th þ TH Þ
    LaTeX LaTeX TeX TeX og « fg »
""")

LETTERS = frozenset("ss ae AE oe OE o O l L aa AA i j dh DH th TH".split())
"""Commands that stand for a letter inside a word, so that TeX's blank after them is none."""

ACCENTS = {
    name: chr(int(code, 16))
    for name, code in _pairs("""
    ` 300 ' 301 ^ 302 ~ 303 = 304 . 307 " 308 u 306 v 30c H 30b c 327 k 328 r 30a d 323 b 331
    grave 300 acute 301 hat 302 widehat 302 tilde 303 widetilde 303 bar 304 overline 304 breve 306
    dot 307 ddot 308 check 30c vec 20d7 mathring 30a
""").items()
}
"""Accent command to combining mark."""

SUPERSCRIPTS = dict(zip("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ", strict=True))
SUBSCRIPTS = dict(zip("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎", strict=True))
BLACKBOARD = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))

SWITCHES = frozenset(
    "bf it em rm tt sc sf sl cal bfseries itshape scshape ttfamily sffamily rmfamily upshape "
    "normalfont mdseries slshape tiny scriptsize footnotesize small normalsize large Large LARGE "
    "huge Huge centering noindent xspace left right bigl bigr Bigl Bigr big Big bigg Bigg "
    "displaystyle textstyle scriptstyle limits nolimits protect selectfont par "
    "maketitle ensuremath raggedright boldmath unboldmath".split()
)
"""Commands that print nothing themselves and take no argument."""

DROPPED = frozenset(
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite "
    "footcite nocite Cite Citep Citet ref eqref autoref cref Cref pageref label footnotemark "
    "vspace hspace includegraphics usepackage bibliography bibliographystyle index input "
    "thanks begin end newcommand pagestyle thispagestyle phantom vphantom hphantom".split()
)
"""Commands that a reader doesn't see, arguments included."""

FIRST_DROPPED = frozenset(
    "href textcolor colorbox color fontsize texorpdfstring raisebox scalebox hyperref hyperlink "
    "foreignlanguage selectlanguage parbox resizebox setlength".split()
)
"""Commands whose first argument a reader doesn't see."""
