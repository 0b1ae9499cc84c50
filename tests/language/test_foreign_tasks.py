"""The problem that a paper is about, in other languages than English."""

import pytest

from annotate.language.japanese import japanese_task
from annotate.language.tasks import find_task
from tests.timing import grows_in_step


def task(text: str, title: str | None = None, method: str | None = None) -> str | None:
    found = find_task(text, title, method)
    return None if found is None else found.text.lower()


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


@pytest.mark.parametrize("run", ["漢", "手法", "カ"])
def test_a_long_japanese_title_takes_linear_time(run):
    text = "鳥声認識は計算が重い。"
    assert grows_in_step(lambda count: japanese_task(text, run * count + "x。x"), 500, 10_000)


def test_a_thesis_is_no_task():
    text = (
        "Les oiseaux chantent. Dans cette thèse, nous présentons un modèle pour la "
        "reconnaissance des chants sur une carte."
    )
    assert task(text, "Thèse de M. Dupont (oiseaux, cartes)") == "reconnaissance des chants"
