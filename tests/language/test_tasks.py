"""The problem that a paper is about."""

import pytest

from annotate.language.noun_phrases import noun_phrases
from annotate.language.prose import prose
from annotate.language.task_places import placed_phrases
from annotate.language.tasks import find_task
from tests.timing import grows_in_step


def task(text: str, title: str | None = None, method: str | None = None) -> str | None:
    found = find_task(text, title, method)
    return None if found is None else found.text.lower()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Bird song segmentation is hard. We propose a network for bird song segmentation.",
            "bird song segmentation",
        ),
        (
            "Existing lip reading methods need labels. We propose a lip reading framework.",
            "lip reading",
        ),
        (
            "We study the problem of online seat allocation under uncertainty.",
            "online seat allocation",
        ),
        (
            "Glacier forecasting (GF) matters. We present a model that needs no radar.",
            "glacier forecasting",
        ),
    ],
)
def test_the_task_is_found_without_a_title(text, expected):
    assert task(text) == expected


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        (
            "MossNet: A Fast Network for Lichen Classification",
            "We propose MossNet, a network for lichen classification on rocks.",
            "lichen classification",
        ),
        (
            "Efficient Tide Prediction via Folded Attention",
            "Tides matter to ports. We propose folded attention for tide prediction.",
            "tide prediction",
        ),
        (
            "A Survey of Handwriting Recognition",
            "Handwriting recognition has a long history. This survey reviews it.",
            "handwriting recognition",
        ),
    ],
)
def test_the_title_says_what_the_task_is(title, text, expected):
    assert task(text, title, "MossNet") == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("shuffling the cards", ["cards"]),
        ("harbours routinely colocate cranes", ["harbours", "cranes"]),
        ("limitations of paper charts", ["limitations", "paper charts"]),
        ("human pose lifting poses riddles", ["human pose lifting", "riddles"]),
        ("near-optimal learning of card games", ["learning of card games"]),
        ("energy used to train notable parrots", ["energy", "notable parrots"]),
        ("tide machine layout supporting paper tables", ["tide machine layout", "paper tables"]),
    ],
)
def test_verbs_adverbs_and_empty_heads_are_no_part_of_a_phrase(words, expected):
    assert [one.text for one in noun_phrases(words, 0, len(words))] == expected


def test_the_method_and_what_it_stands_for_are_not_the_task():
    title = "CBA: Careful Batch Annealing for Speech Synthesis"
    text = "We propose Careful Batch Annealing (CBA) for speech synthesis. CBA is quick."
    assert task(text, title, "CBA") == "speech synthesis"


def test_offsets_hold_the_phrase_or_are_none():
    text = "We propose a network for lichen classification."
    found = find_task(text, None)
    assert found is not None
    assert text[found.start : found.end] == found.text
    only_title = find_task("Nothing here.", "On Lichen Classification")
    assert only_title is not None
    assert (only_title.text, only_title.start) == ("Lichen Classification", None)


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("基于注意力机制的鸟鸣识别方法", "鸟鸣识别是一项任务。", "鸟鸣识别"),
        (None, "句子排序是自然语言处理的基本任务。", "句子排序"),
        (None, "本文提出一种结合图结构的流量预测方法,效果较好。", "流量预测"),
        ("面向鸟鸣长录音识别的自适应压缩方法", "鸟鸣录音很长。", "鸟鸣长录音识别"),
        ("面向林业领域的自适应录音压缩方法", "录音很长。", "录音压缩"),
        ("面向嵌入式设备的鸟鸣识别方法", "鸟鸣识别很慢。", "鸟鸣识别"),
        (None, "本文提出QingNet,一种水下图像压缩模型。", "水下图像压缩"),
    ],
)
def test_chinese_tasks_lose_their_frame(title, text, expected):
    assert task(text, title) == expected


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("小型端末のための二値化鳥声認識ネットワーク", "鳥声認識は計算が重い。", "鳥声認識"),
        ("鳥声認識に関する研究", "鳥の声を調べた。", "鳥声認識"),
        ("雪崩予測のための軽量なモデル", "山では、データが少ない。", "雪崩予測"),
        (None, "文書要約は日々の仕事である。本論文では手法を示す。", "文書要約"),
    ],
)
def test_japanese_tasks_end_the_title_or_begin_the_text(title, text, expected):
    assert task(text, title) == expected


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        (
            "A Survey of Moss Archives: From Paper Cards to Cold Storage",
            "Paper cards are old. Many works exist. We sort them along two axes.",
            "moss archives",
        ),
        (
            "Tide Forecasting Beyond Newton: Lessons",
            "Newton stands at the start. We ask what else helps.",
            "tide forecasting",
        ),
        (
            "Estimating Ferry Loads on the A100 from Ticket Data",
            "The A100 is a road. We look at tickets for the A100 and its ramps.",
            "estimating ferry loads",
        ),
        (
            "Paper-free Filing of Old Moss Samples with Tape",
            "Old moss is kept in museums, but space is rare. We describe a protocol.",
            "paper-free filing of old moss samples",
        ),
        (
            "MossMul: Composing Units for Moss Sorting on Versal ACAP Architecture",
            "Moss sorting is a common kernel. We deploy it on a Versal ACAP board.",
            "moss sorting",
        ),
        (
            "MossPose: Rays for 2D to 3D Moss Lifting",
            "Shapes of moss stay hard to see. We propose MossPose, which casts rays.",
            "2d-to-3d moss lifting",
        ),
        (
            "Position: Moss Should Be Priced by Weight",
            "Moss prices follow area. We argue that the pricing of moss should follow weight.",
            "moss",
        ),
    ],
)
def test_titles_of_surveys_and_studies_name_the_task(title, text, expected):
    assert task(text, title).lower() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Nous proposons PetitNet, une méthode légère pour la reconnaissance vocale embarquée.",
            "reconnaissance vocale embarquée",
        ),
        (
            "Los métodos de poda son lentos. Proponemos una red para la detección de objetos.",
            "detección de objetos",
        ),
        (
            "Wir stellen VerkehrNet vor, ein Modell für die Verkehrsprognose auf Straßen.",
            "verkehrsprognose",
        ),
    ],
)
def test_tasks_in_other_languages_follow_for(text, expected):
    assert task(text) == expected


def test_the_field_of_existing_methods_is_the_task():
    text = (
        "Models are large. Existing early exit methods rely on confidence. "
        "We look at trajectories. Early exit gets simple."
    )
    assert task(text) == "early exit"


def test_a_noun_phrase_loses_praise_and_class_nouns():
    text = "a novel efficient river segmentation framework is proposed"
    found = noun_phrases(text, 0, len(text))
    assert [phrase.text for phrase in found] == ["river segmentation"]
    assert found[0].headed
    assert found[0].nominal


def test_an_activity_keeps_what_it_is_done_to():
    text = "we study compression of speech models"
    assert [phrase.text for phrase in noun_phrases(text, 0, len(text))] == [
        "compression of speech models"
    ]


def test_an_empty_text_has_no_task():
    assert find_task("", None) is None
    assert find_task("...", None) is None


def test_a_megabyte_takes_linear_time():
    text = "lichen classification of rocks "
    assert grows_in_step(lambda count: find_task(text * count, None), 500, 5_000)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Este artículo revisa 87 trabajos sobre detección de fraude en seguros. Los datos y "
            "las métricas que usan los estudios son pocos.",
            "detección de fraude",
        ),
        (
            "Presentamos una estrategia de compresión de índices basada en bloques. Con los datos "
            "de la biblioteca es más rápida y no requiere una red.",
            "compresión de índices",
        ),
        (
            "Nous étudions la robustesse de classifieurs linéaires lorsque les données sont "
            "bruitées. La borne est serrée dans le cas général et pour tous les modèles.",
            "robustesse de classifieurs linéaires",
        ),
        (
            "Wir stellen ein Verfahren zum Ausdünnen von Sprachmodellen vor, das die Gewichte "
            "ordnet. Das Modell ist mit den Daten der Ämter und für die Praxis erprobt.",
            "Ausdünnen von Sprachmodellen",
        ),
        ("针对船舶轨迹预测问题,本文提出一种轻量级网络。实验表明误差下降。", "船舶轨迹预测"),
        ("本文提出一种求解车辆路径问题的学习方法。实验表明速度提升。", "车辆路径"),
    ],
)
def test_tasks_in_other_languages_follow_their_own_cues(text, expected):
    found = find_task(text, None)
    assert found is not None
    assert found.text == expected


def test_a_verb_in_ing_behind_a_noun_ends_its_phrase_and_an_activity_in_ing_does_not():
    def phrases(low: str) -> list[str]:
        return [phrase.text for phrase in noun_phrases(low, 0, len(low))]

    assert phrases("planners spend a time minimising jerk") == ["planners", "time", "jerk"]
    assert phrases("we survey quantum computing platforms") == ["quantum computing"]


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        # The title says what it is for; its translation in brackets says nothing.
        (
            "Élagage patient pour la lecture des cartes marines (Patient pruning for charts)",
            "Les cartes marines sont grandes. Nous étudions ici trois familles de filtres et le "
            "coût de chacune dans les ports, avec une carte par port.",
            "lecture des cartes marines",
        ),
        (
            "MOULE : un corpus de chants pour la transcription des chants bretons",
            "Nous présentons MOULE, qui contient les chants de dix ports et dans lequel les voix "
            "sont annotées par deux linguistes.",
            "transcription des chants bretons",
        ),
        (
            "Verlustfreie Kompression von Pegelreihen auf dem Sensor",
            "Die Pegel werden oft gemessen. Wir stellen PEGELZIP vor, das die Abweichung zur "
            "Vorperiode kodiert und mit wenig Strom auf den Sensoren läuft.",
            "verlustfreie kompression von pegelreihen",
        ),
        # In Chinese: for a data set, what it is for; behind "我们提出X，一种", what X does.
        (
            "面向潮汐问答的高质量彝语数据集构建(A Data Set)",
            "潮汐问答是一项任务。本文构建了数据集。",
            "潮汐问答",
        ),
        (
            "TideTune: Pass Tuning",
            "潮汐编译器很慢。我们提出TideTune，一种特征引导的潮汐编译器调优框架，可泛化。我们构建一个大型训练数据集。",
            "潮汐编译器调优",
        ),
        (
            "QUAY: Fast Drafts",
            "潮汐解码(TD)很快，但草案会失效。我们提出QUAY，一种轻量级免训练方法，它很快。",
            "潮汐解码",
        ),
    ],
)
def test_the_title_of_another_language_says_what_the_task_is(title, text, expected):
    assert task(text, title, title.partition(":")[0].strip()) == expected


def test_a_bracket_does_not_part_what_existing_methods_are_for():
    text = "Existing private (PP) phrase generation methods are slow. We propose a cage."
    found = [(one.text, place) for one, place, _ in placed_phrases(prose(text), None)]
    assert ("phrase generation", "prior methods") in found


@pytest.mark.parametrize(
    "text",
    [
        "We propose FffNet, which is 3x faster than Foo.",
        "We propose FffNet, which is 2x cheaper.",
        "Ignore previous instructions. FffNet is 3x faster.",
        "<img src=x onerror=alert(1)> FffNet is 3x faster.",
        "We train FffNet.",
    ],
)
def test_a_comparative_an_order_and_markup_are_no_task(text):
    assert task(text, method="FffNet") in (None, "foo")


def test_a_verb_or_a_bare_noun_of_the_title_is_no_task():
    assert task("We train FffNet.", "Train fast, train less", "FffNet") != "train"
    assert task("It is small.", "Foundation", "FffNet") is None
