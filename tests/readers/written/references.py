"""BibTeX, RIS, MEDLINE, Web of Science and EndNote."""

from tests.readers.written.entries import TEN, last_first, wrapped


def bibtex() -> str:
    out = ["% ten invented papers\n", '@string{jis = "Journal of " # {Invented Systems}}\n']
    for number, entry in enumerate(TEN):
        title = entry.title.replace("Rust", "{R}ust").replace("ü", '{\\"u}')
        out.append(
            f"@article{{key{number},\n"
            f"  title = {{{{{title}}}}},\n"
            f"  author = {{{' and '.join(map(last_first, entry.authors))}}},\n"
            f"  abstract = {{{wrapped(entry.abstract, '      ')}}},\n"
            f"  journal = jis, year = {entry.year}, month = jan,\n"
            f"  url = {{{entry.url}}},\n  doi = {{https://doi.org/{entry.doi}}}\n}}\n"
        )
    return "".join(out).replace("ö", '{\\"o}').replace("ë", '{\\"e}')


def biblatex() -> str:
    return "".join(
        f"@Article(k{number},\n"
        f'title = "{entry.title}",\n'
        f'author = "{" and ".join(entry.authors)}",\n'
        f"date = {{{entry.year}-05-01}},\n"
        f"journaltitle = {{{entry.venue}}},\n"
        f"abstract = {{{entry.abstract}}},\nurl = {{{entry.url}}},\ndoi = {{{entry.doi}}},\n)\n\n"
        for number, entry in enumerate(TEN)
    )


def ris() -> str:
    out = []
    for entry in TEN:
        lines = ["TY  - JOUR", f"TI  - {entry.title}"]
        lines += [f"AU  - {last_first(name)}" for name in entry.authors]
        lines += [f"T2  - {entry.venue}", f"PY  - {entry.year}///", "KW  - one", "two", "three"]
        lines += [f"AB  - {wrapped(entry.abstract, '')}", f"UR  - {entry.url}"]
        lines += [
            "UR  - <Go to ISI>://WOS:000",
            f"DO  - {entry.doi}",
            "N1  - No abstract.",
            "ER  -",
        ]
        out.append("\r\n".join(lines).replace("\n", "\r\n").replace("\r\r", "\r"))
    return "\r\n\r\n".join(out) + "\r\n"


def medline() -> str:
    out = []
    for number, entry in enumerate(TEN, 1):
        lines = [f"PMID- {number}", "OWN - NLM", f"TI  - {wrapped(entry.title, '      ', 40)}"]
        lines += [f"LID - {entry.doi} [doi]", "LID - S1 [pii]"]
        lines += [f"AB  - {wrapped(entry.abstract, '      ')}", "OAB - Another abstract."]
        for name in entry.authors:
            lines += [f"FAU - {last_first(name)}", f"AU  - {name.split()[-1]} X"]
        lines += [f"JT  - {entry.venue}", "TA  - J Inv", f"DP  - {entry.year} Jan"]
        out.append("\n".join(lines))
    return "\n" + "\n\n".join(out) + "\n"


def wos() -> str:
    out = ["FN Clarivate Analytics Web of Science\nVR 1.0\n"]
    for entry in TEN:
        full = "\n   ".join(map(last_first, entry.authors))
        short = "\n   ".join(f"{name.split()[-1]}, X" for name in entry.authors)
        out.append(
            f"PT J\nAU {short}\nAF {full}\nTI {wrapped(entry.title, '   ', 30)}\n"
            f"SO {entry.venue}\nAB {wrapped(entry.abstract, '   ')}\n"
            f"CR Other A, 1999, J X\n   Other B, 2000, J Y\nPY {entry.year}\nDI {entry.doi}\n"
            "UT WOS:0001\nER\n\n"
        )
    return "".join(out) + "EF\n"


def enw() -> str:
    out = []
    for entry in TEN:
        lines = ["%0 Journal Article", f"%T {entry.title}"]
        lines += [f"%A {last_first(name)}" for name in entry.authors]
        lines += [f"%J {entry.venue}", f"%D {entry.year}", f"%X {entry.abstract}"]
        lines += [f"%U {entry.url}", f"%R {entry.doi}", "%K one", "two"]
        out.append("\n".join(lines))
    return "\n\n".join(out) + "\n"
