"""Plain text, Markdown and YAML."""

import yaml

from tests.readers.written.entries import TEN, Entry, given, plain, wrapped


def text() -> str:
    return "A list of ten\n\n" + "\n\n".join(entry.abstract for entry in TEN) + "\n"


def numbered_text() -> str:
    return "".join(
        f"{number}. {entry.title}\n\n   {entry.abstract}\n\n" for number, entry in enumerate(TEN, 1)
    )


def text_with_names() -> str:
    """A title, its authors and the abstract, with blank lines between."""
    return "Accepted papers\n\n" + "".join(
        f"{entry.title}\n\n{', '.join(entry.authors)}\n\n{entry.abstract}\n\n" for entry in TEN
    )


def org() -> str:
    return "#+TITLE: A list of ten\n#+AUTHOR: Somebody\n\n* Papers\n" + "".join(
        f"** {entry.title}\n   :PROPERTIES:\n   :YEAR: {entry.year}\n   :END:\n"
        f"   {wrapped(entry.abstract, '   ')}\n\n"
        for entry in TEN
    )


def restructured() -> str:
    return "=============\nA list of ten\n=============\n\n" + "".join(
        f"{entry.title}\n{'=' * len(entry.title)}\n\n:year: {entry.year}\n\n{entry.abstract}\n\n"
        for entry in TEN
    )


def labelled_text() -> str:
    return "\n".join(
        f"Title: {entry.title}\nAuthors: {', '.join(entry.authors)}\nYear: {entry.year}\n"
        f"Venue: {entry.venue}\nURL: {entry.url}\nDOI: {entry.doi}\n"
        f"Abstract: {wrapped(entry.abstract, '')}\n"
        for entry in TEN
    )


def markdown() -> str:
    return "# Ten papers\n\n" + "".join(
        f"## [{entry.title}]({entry.url})\n\n**Authors:** {', '.join(entry.authors)}\n\n"
        f"**Year:** {entry.year}\n\n**Journal:** {entry.venue}\n\n**DOI:** {entry.doi}\n\n"
        f"**Abstract:** {entry.abstract}\n\n---\n\n"
        for entry in TEN
    )


def markdown_table() -> str:
    def cell(value: str) -> str:
        return value.replace("|", "\\|")

    rows = "".join(
        f"| **[{entry.title}]({entry.url})** | {entry.year}-08-19 | <details><summary>Show"
        f"</summary><p>{cell(entry.abstract)}</p></details> | <details><summary>12 p..</summary>"
        f"<p>12 pages, not the abstract</p></details> | {', '.join(entry.authors)} |\n"
        for entry in TEN
    )
    return (
        "# Daily\nThe latest papers. Updated each day.\n\n## Systems\n"
        "| **Title** | **Date** | **Abstract** | **Comment** | **Authors** |\n"
        f"| --- | :--- | --- | --- | --- |\n{rows}"
    )


def yaml_list() -> str:
    return yaml.safe_dump([plain(entry) for entry in TEN], sort_keys=False, allow_unicode=True)


def page(entry: Entry) -> str:
    """One page with front matter, as PMLR's posts have it."""
    matter = {
        "title": entry.title,
        "tex_title": "{Other}",
        "abstract": entry.abstract,
        "container-title": entry.venue,
        "author": [{"given": a, "family": b} for a, b in map(given, entry.authors)],
        "date": f"{entry.year}-12-10",
        "url": entry.url,
        "doi": entry.doi,
    }
    return f"---\n{yaml.safe_dump(matter, allow_unicode=True)}# Format based on x\n---\n"
