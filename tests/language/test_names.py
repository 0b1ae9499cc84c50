"""The name of a contribution: how authors bring it in, and what is none."""

import pytest

from annotate.language.acronyms import expansion_start, is_known, looks_odd
from annotate.language.names import MethodName, find_method
from tests.timing import grows_in_step


def name(text: str, title: str | None = None) -> str | None:
    found = find_method(text, title)
    return None if found is None else found.name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We propose TurboLoom, a framework for weaving graphs.", "TurboLoom"),
        ("In this paper, we introduce Q-Heron for few-step sampling. Q-Heron is fast.", "Q-Heron"),
        ("This work presents the FernNet architecture. FernNet needs no labels.", "FernNet"),
        ("Here we describe iBasket, an open toolkit.", "iBasket"),
        ("We present Marigold++, which halves the work of Marigold.", "Marigold++"),
        ("We therefore design and implement PlumCache, a cache for prompts.", "PlumCache"),
        ("We find that layers drift, and we introduce DriftStop, a simple remedy.", "DriftStop"),
        ("To close the gap, the Sliding Pool, a replay-free store, is proposed.", "Sliding Pool"),
    ],
)
def test_a_name_that_is_introduced_is_found(text, expected):
    assert name(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We propose a fast decoder called SwiftFern for speech. SwiftFern is small.", "SwiftFern"),
        ("We develop a two-stage planner, dubbed TWIST, for robots. TWIST plans.", "TWIST"),
        ("We introduce a new routing scheme, termed Moss Routing, for experts.", "Moss Routing"),
        ("We present a cache, which we call PearCache, for long prompts.", "PearCache"),
        ("We study decoding. The resulting algorithm, which we call OakTree, is exact.", "OakTree"),
        (
            "We propose a tokenizer named byte2root for roots. It uses byte2root tables.",
            "byte2root",
        ),
        ("Existing planners drift. Our method, Lintel, adds no cost. Lintel is simple.", "Lintel"),
    ],
)
def test_a_name_that_is_called_so_is_found(text, expected):
    assert name(text) == expected


@pytest.mark.parametrize(
    ("text", "expected", "full"),
    [
        (
            "We propose Least-Worn Tile Placement (LWTP), a placement rule.",
            "LWTP",
            "Least-Worn Tile Placement",
        ),
        (
            "We present SAGE (Slow Annealed Graph Editing) for molecules.",
            "SAGE",
            "Slow Annealed Graph Editing",
        ),
        ("We propose quasi-lazy merging (Q-LM), a simple rule.", "Q-LM", "quasi-lazy merging"),
        (
            "We introduce folded tree attention (FTA for short) for speech.",
            "FTA",
            "folded tree attention",
        ),
        (
            "We propose MIRA: Mutual Image Ray Alignment for scenes.",
            "MIRA",
            "Mutual Image Ray Alignment",
        ),
        (
            "We propose TAPE, a Temporal Adapter for Patch Embeddings, for video.",
            "TAPE",
            "Temporal Adapter for Patch Embeddings",
        ),
        (
            "We propose Sparse Routing for Trees, a router. SRT keeps few branches. SRT is fast.",
            "SRT",
            "Sparse Routing for Trees",
        ),
        (
            "This leads to our design of a BALanced-and-Lazy scheduler (BALL). BALL is light.",
            "BALL",
            "BALanced-and-Lazy scheduler",
        ),
    ],
)
def test_an_acronym_and_its_words_are_told_together(text, expected, full):
    found = find_method(text, None)
    assert found is not None
    assert (found.name, found.full_name) == (expected, full)


@pytest.mark.parametrize(
    "text",
    [
        "We propose a novel solver for stiff equations that needs no tuning.",
        "We propose a two-stage Bayesian framework for sensor placement.",
        "In this work, we introduce an iterated generalized Yule-Walker estimator.",
        "We present a convolutional neural network (CNN) for leaves.",
        "We study Sharpness-Aware Minimization (SAM). SAM stalls. We prove when SAM stalls.",
        "Recently, a system called PebbleStore was developed. We study its limits.",
        "We present a large-scale evaluation of GPT-4 and BERT on legal texts.",
        "This paper presents a FaaS approach for functions. FaaS is widespread.",
        "We describe the findings of the Fifth Workshop on Birdsong.",
        "We propose a tokenizer for Chinese and English.",
        "We propose to extend OpenWhisk with accelerators.",
        "We analyse several models, namely Alder, Beech and Cedar, on leaves.",
        "Here we show that most losses vanish. Numerical results agree.",
    ],
)
def test_what_is_only_described_studied_or_well_known_is_no_name(text):
    assert name(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We introduce 'deep folding', a three stage pipeline.", "deep folding"),
        ("We introduce “slow pruning” (a recipe) for trees.", "slow pruning"),
        ("We present fastweave, a toolkit for sequences.", "fastweave"),
        ("TreeWeave is a library for trees. TreeWeave runs on laptops.", "TreeWeave"),
        ("The proposed GrapeSeg network is small. GrapeSeg beats others.", "GrapeSeg"),
        ("Our key contribution is SparkRoute, an adaptive router.", "SparkRoute"),
        ("We present CoLoom and CoWeave, two systems for looms.", "CoLoom"),
    ],
)
def test_quoted_explained_and_coequal_names_are_found(text, expected):
    assert name(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "We report ROUGE on XY/DM. XY/DM is harder. Our results on XY/DM improve.",
        "We present an implementation of Fuzzy Tree Growth (FTG). FTG is slow. Our FTG is faster.",
        "We present the use of cloud platform Skylark for sorting. Skylark is common.",
        "We report the Phone Error Rate (PHER) on tapes. PHER falls. PHER is low.",
    ],
)
def test_what_is_used_measured_or_made_anew_is_no_name(text):
    assert name(text) is None


def test_the_whole_outranks_its_parts():
    text = (
        "We propose WillowNet, a network for rivers. "
        "We further propose a Bank Stability Reward (BSR). WillowNet beats others."
    )
    assert name(text) == "WillowNet"


def test_a_named_part_of_an_unnamed_whole_is_no_name():
    text = "We introduce a tutor for proofs. We further propose a Lemma Order Reward (LOR)."
    assert name(text) is None


def test_an_acronym_explained_before_the_introduction_is_the_field():
    text = "Cross-Field Transfer (CFT) is hard. We propose a CFT method with two heads."
    assert name(text) is None


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("RookBench: A Benchmark for Chess Agents", "Agents play chess badly.", "RookBench"),
        (
            "Towards Opal Search: Finding Gems",
            "We study Opal Search. Opal Search finds gems.",
            "Opal Search",
        ),
        ("Slow Reading: Why Models Skim", "We measure how models skim.", None),
        ("LLM Agents: A Survey", "We review agents built on an LLM.", None),
        ("HornDB, a freely accessible database of horns", "Horns vary.", "HornDB"),
        ("Ansolo: Generating Programs", "Experts tune programs by hand.", "Ansolo"),
        ("Butter: Replaying Builds", "butter re-executed less, and butter is safe.", "Butter"),
        ("Proceedings - Workshop 2021", "Papers on trees.", None),
        ("Ovens: A Survey", "Ovens are hot. We review ovens.", None),
        ("Pruning: Why it Helps", "Pruning helps. We study pruning of trees.", None),
    ],
)
def test_a_title_gives_a_name_before_its_colon(title, text, expected):
    assert name(text, title) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nous proposons RuisseauNet, un réseau léger pour la parole.", "RuisseauNet"),
        ("Dans cet article, nous présentons une méthode appelée Cigale pour trier.", "Cigale"),
        ("Este trabajo presenta un método, denominado RápidoNet, para traducir.", "RápidoNet"),
        ("Wir stellen HolzNetz vor, ein Modell zur Erkennung von Holz.", "HolzNetz"),
        ("本文提出了一种名为KuaiNet的轻量级识别模型,在手机上运行。", "KuaiNet"),
        ("我们提出一种基于图的检索方法(TuSou),效果优于BERT。", "TuSou"),
        ("本文介绍YunBench,一个面向云服务的评测基准。", "YunBench"),
        ("本文提出了新的推理框架“青竹”,速度更快。", "青竹"),
        ("本文使用BERT模型研究文本分类。", None),
        ("FenCi是一种分词方法。FenCi的速度很快。", "FenCi"),
        ("为此,我们设计了轻量级的压缩网络QingNet,参数更少。", "QingNet"),
        ("El modelo propuesto, RíoNet, es pequeño.", "RíoNet"),
        ("Notre méthode, RiviNet, réduit le coût.", "RiviNet"),
        ("Hier wird WaldNet vorgestellt, ein Netz für Bäume.", "WaldNet"),
    ],
)
def test_names_are_found_in_other_languages(text, expected):
    assert name(text) == expected


def test_offsets_are_half_open_and_hold_the_name():
    text = "We propose TurboLoom, a framework."
    found = find_method(text, None)
    assert found == MethodName("TurboLoom", None, 11, 20)
    assert text[11:20] == "TurboLoom"


def test_a_name_of_the_title_alone_has_no_offsets():
    assert find_method("We tune caches.", "CacheFox: tuned") == MethodName(
        "CacheFox", None, None, None
    )


@pytest.mark.parametrize(
    "word", ["CanViS", "K-EVEN²", "iFox", "PrivTree++", "Mobile-Q", "GPTx", "DiP-Q"]
)
def test_spellings_of_names_are_odd(word):
    assert looks_odd(word)


@pytest.mark.parametrize(
    "word", ["Bayesian", "BERT-based", "token-level", "2024", "state-of-the-art", ""]
)
def test_other_spellings_are_not_odd(word):
    assert not looks_odd(word)


def test_a_known_acronym_with_other_words_is_somebodys_own():
    assert is_known("SSL", "self-supervised learning")
    assert is_known("SSL")
    assert not is_known("SSL", "Striped Sampling Layers")


def test_an_expansion_starts_where_its_first_letter_starts_a_word():
    text = "the Least-Worn Tile Placement"
    assert expansion_start("LWTP", text, len(text), 0) == 4
    assert expansion_start("XQZ", text, len(text), 0) is None
    assert expansion_start("", text, len(text), 0) is None


@pytest.mark.parametrize("text", ["", " "])
def test_an_empty_text_has_no_method(text):
    assert find_method(text, text) is None


@pytest.mark.parametrize(
    ("start", "run"),
    [
        ("", "("),
        ("", "We propose "),
        ("We propose (", "A"),
        ("", "we call "),
        ("", "our method, "),
        ("", "A B C D E F (G) "),
        ("", "提出了名为"),
        ("", "鸟鸣识别A1B, "),
    ],
)
def test_nasty_texts_are_read_in_linear_time(start, run):
    def find(count):
        text = start + run * count
        return find_method(text, text[:200])

    assert grows_in_step(find, 800, 8_000)
