import itertools
from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.readers.reading import read

TEXTS = {
    "english": (
        "It’s “fast”: 4× – in Müller’s naïve test – at 25 °C, ±2 %, i.e. 3.2× less energy… fine.",
        ("cp1252",),
    ),
    "english with a name": (
        "We follow José and cut the latency by a third.",
        ("latin-1", "mac_roman"),
    ),
    "french": (
        "Nous présentons une méthode d’accélération des modèles de langue. L’approche réduit la "
        "mémoire de 40 % grâce à une stratégie déjà éprouvée.",
        ("cp1252", "mac_roman"),
    ),
    "german": (
        "Das Verfahren macht große Modelle für kleine Geräte zugänglich. Die Übertragung "
        "benötigt nur ein Drittel der Energie.",
        ("latin-1", "mac_roman", "cp850"),
    ),
    "polish": (
        "Proponujemy nową metodę przyspieszania dużych modeli językowych. Zużycie pamięci spada o "
        "połowę, a jakość pozostaje taka sama, także na słabszych urządzeniach.",
        ("cp1250", "iso8859-2"),
    ),
    "russian": (
        "Мы предлагаем новый метод ускорения больших языковых моделей. Потребление памяти "
        "снижается вдвое, а качество остаётся прежним.",
        ("cp1251", "koi8-r", "cp866"),
    ),
    "greek": (
        "Προτείνουμε μια νέα μέθοδο επιτάχυνσης μεγάλων γλωσσικών μοντέλων. Η κατανάλωση μνήμης "
        "μειώνεται στο μισό.",
        ("cp1253",),
    ),
    "chinese": (
        "我们提出了一种加速大型语言模型推理的新方法。该方法将内存占用减少了一半,同时保持了相同的质量。"
        "Our method runs on an RTX 4090.",
        ("gbk", "gb18030"),
    ),
    "traditional chinese": (
        "我們提出了一種加速大型語言模型推理的新方法。該方法將記憶體佔用減少了一半,同時保持了相同的品質。",
        ("big5",),
    ),
    "japanese": (
        "本研究では、大規模言語モデルの推論を高速化する新しい手法を提案する。メモリ使用量は半分に減り、"
        "品質は維持される。",
        ("shift_jis", "euc_jp", "iso2022_jp"),
    ),
    "korean": (
        "우리는 대규모 언어 모델의 추론을 가속하는 새로운 방법을 제안한다. "
        "메모리 사용량은 절반으로 줄어든다.",
        ("euc_kr",),
    ),
}
UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be")
CASES = [
    (name, encoding)
    for name, (_, own) in TEXTS.items()
    for encoding in itertools.chain(own, UNICODE)
]


@pytest.mark.parametrize(("name", "encoding"), CASES)
def test_a_list_is_decoded_rightly(name: str, encoding: str, tmp_path: Path) -> None:
    text = TEXTS[name][0]
    if encoding == "mac_roman":
        text = text.replace("×", "x")
    reading = read(tmp_path, f"My list\n\n{text}\n\nPlain words end it here.\n".encode(encoding))
    assert reading.source.title == "My list"
    assert reading.abstracts() == [text, "Plain words end it here."]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-16-le", "utf-8-sig"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_is_decoded_rightly(encoding: str, separator: str, tmp_path: Path) -> None:
    rows = (separator.join(row) for row in (("Titel", "Zusammenfassung"), ("Güte", "Größer: 4×.")))
    reading = read(tmp_path, "\r\n".join(rows).encode(encoding))
    assert (reading.titles(), reading.abstracts()) == (["Güte"], ["Größer: 4×."])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "latin-1"])
def test_json_and_xml_are_read_in_other_encodings_than_utf8(encoding: str, tmp_path: Path) -> None:
    line = '{"title": "Größe", "abstract": "Die Größe fällt für alle um 40 %."}\n'
    assert read(tmp_path, line.encode(encoding)).titles() == ["Größe"]
    xml = (
        f'<?xml version="1.0" encoding="{encoding}"?><PubmedArticleSet><PubmedArticle>'
        "<MedlineCitation><Article><ArticleTitle>Größe</ArticleTitle><Abstract><AbstractText>Ä."
        "</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"
    )
    assert read(tmp_path, xml.encode(encoding)).titles() == ["Größe"]


def test_xml_may_declare_a_multibyte_encoding(tmp_path: Path) -> None:
    xml = (
        '<?xml version="1.0" encoding="GBK"?><collection><volume><paper><title>快</title>'
        "<abstract>我们很快。</abstract></paper></volume></collection>"
    )
    assert read(tmp_path, xml.encode("gbk")).abstracts() == ["我们很快。"]


def test_a_bibtex_header_is_believed_only_where_the_text_is_no_utf8(tmp_path: Path) -> None:
    entry = "% Encoding: MacRoman\n@article{a, title={Zoë}, abstract={Größe.}}\n"
    assert read(tmp_path, entry.encode("utf-8")).titles() == ["Zoë"]
    assert read(tmp_path, entry.encode("mac_roman")).titles() == ["Zoë"]


@pytest.mark.parametrize(
    "data",
    [
        "凯撒\n\n测试期刊 fast\n".encode("gbk"),
        b"A list\n\n" + bytes(range(0x80, 0x100)) + b" is fast.\n",
        b"A list\n\nx\x81y\x8dz is \xa4\xa6\xa8 fast.\n",
    ],
)
def test_what_cannot_be_told_for_sure_is_refused_by_name(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither UTF-8 nor surely in any other encoding"):
        read(tmp_path, data)


def test_an_encoding_can_be_forced(tmp_path: Path) -> None:
    data = "凯撒\n\n测试期刊 fast.\n".encode("gbk")
    assert read(tmp_path, data, encoding="gbk").abstracts() == ["测试期刊 fast."]
    with pytest.raises(InputError, match="no ascii"):
        read(tmp_path, data, encoding="ascii")


def test_a_record_with_bytes_that_are_no_utf8_is_broken_and_the_others_are_read(
    tmp_path: Path,
) -> None:
    good = "Größe – für alle × überall – fällt. " * 3
    data = f"Liste\n\n{good}\n\nBad X byte.\n\n{good}ß.\n".encode().replace(b"X", b"\xe9")
    reading = read(tmp_path, data)
    assert len(reading.papers) == 2
    assert reading.broken() == [(5, "bytes that are no UTF-8")]


def test_half_utf8_and_half_latin1_is_never_mojibake(tmp_path: Path) -> None:
    data = "My list\n\nDie Größe fällt.\n\n".encode() + "Die Güte bleibt.\n\nEnd.".encode("latin-1")
    reading = read(tmp_path, data)
    assert reading.abstracts() == ["Die Größe fällt.", "End."]
    assert reading.broken() == [(5, "bytes that are no UTF-8")]


def test_a_nul_byte_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"input:3: binary data \(a NUL byte\)"):
        read(tmp_path, b"List\n\nA is \0 fast.\n")


def test_the_line_of_a_nul_byte_counts_all_before_it(tmp_path: Path) -> None:
    lines = b"\n" * 2_000_000 + b"A is fast.\n" * 100_000
    with pytest.raises(InputError, match=r"input:2100001: binary data \(a NUL byte\)"):
        read(tmp_path, lines + b"A is \0 fast.\n")


def test_halves_of_surrogate_pairs_in_json_become_replacement_characters(tmp_path: Path) -> None:
    assert read(tmp_path, '{"abstract": "A is fast \\ud83d"}').abstracts() == ["A is fast \ufffd"]


def test_nul_escapes_in_json_are_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, '{"abstract": "A\\u0000 is fast."}').abstracts() == ["A is fast."]
