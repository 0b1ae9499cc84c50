"""What single words do in a sentence about the use of resources, in six languages.

Each word has a `Kind`; words that name a resource carry its metric and whether less of it is
better. Words that aren't listed mean nothing here. To teach a word, put it in its line.
"""

from dataclasses import dataclass
from enum import StrEnum

from annotate.schema import Metric

__all__ = ["CJK", "PHRASES", "WORDS", "Kind", "Word"]


class Kind(StrEnum):
    """What a word does beside a number."""

    RESOURCE = "resource"
    QUALITY = "quality"
    ACTIVITY = "activity"
    SETTING = "setting"
    FALSE = "false"
    FAST = "fast"
    SLOW = "slow"
    SMALL = "small"
    LARGE = "large"
    CHEAP = "cheap"
    DEAR = "dear"
    LESS = "less"
    MORE = "more"
    BETTER = "better"
    WORSE = "worse"
    FALL = "fall"
    RISE = "rise"
    GAIN = "gain"
    SPEED = "speed"
    BEAT = "beat"
    SHARE = "share"
    SPEND = "spend"
    VERB = "verb"
    OF = "of"
    IN = "in"
    BY = "by"
    TO = "to"
    AT = "at"
    THAN = "than"
    ABOUT = "about"
    THE = "the"
    AND = "and"
    COMMA = "comma"
    SLASH = "slash"
    OPEN = "open"
    CLOSE = "close"
    STOP = "stop"
    SKIP = "skip"
    AS = "as"
    REAL_TIME = "real_time"
    QUANTITY = "quantity"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Word:
    """A word's part, and for resources their metric.

    Attributes:
        kind: Its part.
        metric: The resource it names or implies.
        rate: More of it is better ("throughput"), where less is ("latency") when False.
        weak: It takes the metric of the word before it ("memory cost", "energy efficiency").
        noun: It stands for the change itself ("reduction"), so that its object follows "in".
    """

    kind: Kind
    metric: Metric | None = None
    rate: bool = False
    weak: bool = False
    noun: bool = False


_COSTS = {
    Metric.SPEEDUP: "time times runtime runtimes run-time run-times walltime wall-clock wallclock duration durations "
    "makespan temps durée tiempo tiempos tiempo duración zeit "
    "laufzeit trainingszeit rechenzeit inferenzzeit tempo",
    Metric.LATENCY: "latency latencies delay delays ttft tpot response-time latence latences latencia latencias "
    "latenz latência délai",
    Metric.MEMORY: "memory ram vram dram sram hbm cache caches kv-cache kv-caches activations activation footprint footprints mémoire "
    "memoria speicher speicherbedarf speicherverbrauch memória buffer buffers gpu-memory",
    Metric.COMPUTE: "flop flops mac macs nfe nfes computation computations compute computational step steps "
    "iterations epochs evaluations operations passes queries timesteps time-steps multiplications multiplication additions ops bops "
    "gflops tflops calcul calculs cálculo cómputo rechenaufwand operaciones opérations",
    Metric.ENERGY: "energy power electricity carbon co2 co₂ emissions joule joules watt watts edp énergie énergétique "
    "énergétiques energía energético energética energie energieverbrauch stromverbrauch energia electrical",
    Metric.COST: "money dollars dollar price prices expense expenses area gpu-hours gpu-days gpu-hour expenditure luts dsps",
    Metric.MODEL_SIZE: "parameter parameters params param storage flash rom disk weights paramètres parámetros "
    "parameterzahl parametern modellgröße bits bit-width bitwidth stockage almacenamiento primitives gaussians parâmetros neurons checkpoint",
    Metric.DATA: "data sample samples label labels token tokens example examples demonstration demonstrations "
    "annotation annotations trajectories interactions interaction shots datos données daten muestras étiquettes "
    "échantillons supervision images rollouts episodes dataset datasets pairs experience corpus trials "
    "observations measurements tuples documents cot length lengths context demos prompts episodes datenmenge trainingsdaten dados",
    Metric.COMMUNICATION: "communication communications bandwidth bytes traffic transmission transmissions uplink "
    "downlink movement transfers transfer accesses access rounds payload message messages i/o bitrate bit-rate bitrates bd-rate bandwidths comunicación "
    "kommunikation transmitted",
}  # fmt: skip
_RATES = {
    Metric.SPEEDUP: "speed speeds vitesse vitesses velocidad velocidades geschwindigkeit velocidade convergence",
    Metric.THROUGHPUT: "throughput throughputs fps goodput qps débit rendimiento durchsatz tps",
}
_WEAK_COSTS = {
    Metric.COST: "effort burden workload cost costs coût coûts costo costos coste costes kosten custo custos budget budgets bill spending",
    Metric.COMPUTE: "overhead overheads complexity complexities load resources",
    Metric.MODEL_SIZE: "size sizes taille tamaño größe tamanho dimensionality",
    Metric.ENERGY: "consumption consommation consumo verbrauch",
}
_WEAK_RATES = {
    Metric.SPEEDUP: "efficiency efficient efficiencies efficiently efficacité efficace efficaces eficiencia eficiente "
    "eficientes effizienz effizienter economical frugal économe économes productivity",
}  # fmt: skip
_LIGHT = (
    "usage use uses utilization requirement requirements demand demands needs number amount total count counts quantity "
    "utilisation uso nombre número anzahl peak average mean overall end-to-end volume space level capacity pressure product accesses "
    "required needed necessary used"
)
_COMPRESSION = "compression compressions compress compresses compressed compressing"

_QUALITY = """
accuracy accuracies accurate acc precision recall f1 f1-score f-score fscore bleu rouge meteor perplexity ppl fid fvd map ap
miou iou dice auc auroc auprc psnr ssim lpips error errors wer cer loss losses quality qualities robustness robust forgetting
reward rewards return returns score scores regret fidelity degradation degradations similarity correlation utility win safety bias biases
hallucination hallucinations mae rmse mse nrmse mape variance violation violations distance deviation success asr attack
attacks pass@1 pass@k top-1 top-5 accuracy-loss coverage diversity generalization consistency reliability realism preference preferences
alignment hit ndcg mrr recall@k recall@10 precision@1 helpfulness harmfulness toxicity satisfaction gap bug bugs failure failures
mistakes misclassification false-positive detections sensitivity specificity kappa r² confidence agreement points toxicity crashes collisions
exactitude précision erreur erreurs qualité exactitud precisión error errores calidad genauigkeit fehler qualität
performance performances resolution stability interpretability capability usability vulnerabilities vulnerability exploration likelihood
understanding fairness privacy noise risk outage perceptual leakage mismatch retention saturation jailbreak refusal
correctness pesq stoi mos eer cider spice gain-of-function survival mortality prevalence incidence yield respondents participants users patients
""".split()  # fmt: skip

_SETTING = """
sparsity sparsities sparsification ratio ratios rate rates dropout masking threshold confidence quantile percentile interval ci
pruning noise-level probability confidence-level significance
""".split()

_FALSE = """
super-resolution superresolution sr upscaling upscale upsampling upsampled downsampling downsampled downsample magnification zoom objective
upsample oversampling subsampling scale scales scaling enlargement crossing coverage digital optical lens undersampling undersampled acceleration-factor
cross-validation validation replicate replicates zooming interpolation kernel kernels array grid grids matrix patches pixels resolution beta decay precision descent
machine-learning blind bind slit pendulum double-blind dose doses temperature
""".split()

_ACTIVITIES = """
inference training decoding generation prefill prefilling sampling search retrieval rendering simulation simulations execution
processing pre-training pretraining fine-tuning finetuning convergence evaluation-time learning optimization computation-time
serving deployment reconstruction synthesis encoding compilation indexing rollout planning tuning preprocessing quantization
entraînement inférence apprentissage entrenamiento inferencia entrenamento inferência trainings inferenz solver solving
""".split()

_VERBS = """
achieve achieves achieved achieving attain attains attaining reach reaches reached reaching deliver delivers delivering delivered provide provides
providing show shows showing maintain maintains maintaining maintained retain retains retaining preserve preserves preserving preserved keep keeps
keeping keep obtain obtains obtaining obtained yield yields yielding yielded enable enables enabling exhibit exhibits run runs running perform performs
performing operate operates give gives giving offer offers offering observe observes demonstrate demonstrates demonstrating result results resulting
lead leads leading led make makes making train trains trained match matches matching matched rank compared recover recovers recovering incur incurs
incurring introduce introduces introducing sacrifice sacrificing sustain suffer suffers suffering permet obtient atteint logra alcanza obtiene
converge converges converging finish finishes outputs remain remains translate translates ensures ensure allow allows allowing cover covers support supports
supporting scale handles handle tune adds add adding is are was were be been being has have had can
""".split()  # fmt: skip
_SPENDS = """
use uses used using require requires required requiring need needs needed needing consume consumes consumed consuming take takes taking took
utilize utilizes utilizing utilise utilises with employ employs leverage nécessite nécessitant utilise requiere utilizando usando
usa benötigt braucht verwendet demand demands given spend spends spending update updates updating tune tunes tuning touch with
""".split()
_SHARES = "only just merely mere seulement ne sólo solo solamente nur lediglich apenas as-little-as".split()


def _forms(verbs: str) -> list[str]:
    out = []
    for verb in verbs.split():
        stem = verb[:-1] if verb.endswith("e") else verb
        third = verb + ("es" if verb.endswith(("ss", "sh", "ch", "x")) else "s")
        out += [verb, third, stem + "ed", stem + "ing"]
    return out


_FALLS = (
    _forms(
        "reduce decrease lower save shrink trim slash shorten lessen diminish decline alleviate curtail eliminate remove "
        "prune discard avoid skip minimize minimise amortize mitigate relieve"
    )
    + (
        "cut cuts cutting drops dropping dropped saving reduced lowered shrinks shrank shrunk shaved shaves fell falls falling "
        "réduire réduit réduisant réduite diminue diminuer diminuant économise abaisse reduce reducir reduciendo reduzca disminuye "
        "disminuir disminuyendo ahorra reduciendo reduziert senkt verringert spart reduz reduzindo reduzieren senken"
    ).split()
)
_FALL_NOUNS = (
    "drop reduction reductions decrease decreases saving savings decline declines cut cuts reducción reducciones disminución "
    "ahorro réduction réductions diminution économie économies reduktion reduzierung einsparung redução"
).split()
_RISES = (
    _forms("increase raise grow rise double triple expand elevate")
    + (
        "grew grown rose augmente augmenter augmentant aumenta aumentar aumentando erhöht steigert aumenta increased"
    ).split()
)
_RISE_NOUNS = "increase increases growth augmentation aumento incremento rise uptick".split()
_GAINS = (
    _forms("improve boost enhance optimize optimise better ameliorate gain augment")
    + (
        "améliore améliorer améliorant mejora mejorar mejorando verbessert melhora optimized"
    ).split()
)
_GAIN_NOUNS = (
    "improvement improvements gain gains boost boosts enhancement enhancements uplift advantage benefit benefits "
    "amélioration améliorations gains mejora mejoras verbesserung ganancia melhoria headroom"
).split()
_SPEED_VERBS = (
    _forms("accelerate expedite")
    + (
        "speeds speeding sped speed-up speedup accélère accélérer accélérant accélérée acelera acelerar acelerando beschleunigt beschleunigen acelerado "
        "hasten hastens hastening quicken"
    ).split()
)
_SPEED_NOUNS = (
    "speedup speedups speed-up speed-ups speed-ups acceleration accelerations accélération accélérations aceleración aceleraciones "
    "beschleunigung aceleração"
).split()

_FAST = "faster quicker speedier sooner swifter rapider schneller plus-rapide fast quick quickly rapidly rapid rapide rapides rapidement rápido rápida rápidos rápidas rápidamente schnell vite".split()
_SLOW = "slower slowdown slowdowns slow-down slow lent lente lents lento lenta lentos langsamer slowing".split()
_SMALL = "smaller lighter compact thinner leaner lightweight tinier petit petite petits pequeño pequeña pequeños kleiner leichter léger légère liviano ligero denser".split()
_LARGE = (
    "larger bigger heavier big large grand grande grands größer deeper wider longer its".split()
)
_LESS = "less fewer lower lesser reduced shorter moins menos weniger geringere geringerer niedrigere niedriger inférieure inférieur menor menores kürzere moindre".split()
_MORE = "more higher greater increased extra additional longer mehr höhere höherer más mayor mayores plus supérieur supérieure much many elevated mais maior".split()
_BETTER = "better improved superior enhanced mejor meilleur meilleure bessere".split()
_WORSE = "worse poorer worsening inferior".split()


WORDS: dict[str, Word] = {}
"""Every word known, in lower case."""


def _teach(words: list[str] | str, word: Word) -> None:
    for one in words.split() if isinstance(words, str) else words:
        WORDS[one] = word


def _fill() -> None:
    _teach(_VERBS, Word(Kind.VERB))
    _teach(_SPENDS, Word(Kind.SPEND))
    _teach(_ACTIVITIES, Word(Kind.ACTIVITY, Metric.SPEEDUP))
    _teach(_QUALITY, Word(Kind.QUALITY))
    _teach(_SETTING, Word(Kind.SETTING))
    _teach(_FALSE, Word(Kind.FALSE))
    for table, rate, weak in ((_COSTS, False, False), (_RATES, True, False), (_WEAK_COSTS, False, True),
                              (_WEAK_RATES, True, True)):  # fmt: skip
        for metric, words in table.items():
            _teach(words, Word(Kind.RESOURCE, metric, rate, weak))
    _teach(_LIGHT, Word(Kind.SKIP))
    _teach(_COMPRESSION, Word(Kind.FALL, Metric.MODEL_SIZE, weak=True, noun=True))
    for kind, verbs, nouns in ((Kind.FALL, _FALLS, _FALL_NOUNS), (Kind.RISE, _RISES, _RISE_NOUNS),
                               (Kind.GAIN, _GAINS, _GAIN_NOUNS)):  # fmt: skip
        _teach(verbs, Word(kind))
        _teach(nouns, Word(kind, noun=True))
    _teach(_SPEED_VERBS, Word(Kind.SPEED, Metric.SPEEDUP, True))
    _teach(_SPEED_NOUNS, Word(Kind.SPEED, Metric.SPEEDUP, True, noun=True))
    _teach(
        _forms("outperform surpass exceed beat") + ["outperforming", "surpassing"], Word(Kind.BEAT)
    )
    for kind, words in ((Kind.FAST, _FAST), (Kind.SLOW, _SLOW), (Kind.SMALL, _SMALL), (Kind.LARGE, _LARGE),
                        (Kind.LESS, _LESS), (Kind.MORE, _MORE), (Kind.BETTER, _BETTER), (Kind.WORSE, _WORSE),
                        (Kind.SHARE, _SHARES)):  # fmt: skip
        _teach(words, Word(kind))
    _teach("pruning masking", Word(Kind.SETTING))
    _teach("cheaper inexpensive affordable barato barata billiger", Word(Kind.CHEAP, Metric.COST))
    _teach("expensive costlier pricier costly caro cara coûteux", Word(Kind.DEAR, Metric.COST))
    _teach("of de du des del d' d’ von der do da", Word(Kind.OF))
    _teach("in en dans em for pour para für wrt", Word(Kind.IN))
    _teach("by par um", Word(Kind.BY))
    _teach("to towards à", Word(Kind.TO))
    _teach("at", Word(Kind.AT))
    _teach(
        "than over versus vs vs. against relative que como als against comparado beyond",
        Word(Kind.THAN),
    )
    _teach(
        "across through between among per within on via under from sur auf after during around near",
        Word(Kind.ABOUT),
    )
    _teach("the a an its their our le la les un une el los las una der die das ein eine l' l’ o this that's whose both "
           "either significantly substantially considerably dramatically remarkably further even also still approximately significant "
           "respectively", Word(Kind.THE))  # fmt: skip
    _teach("and or et y und ou & plus-de", Word(Kind.AND))
    _teach("while whereas but although though despite without whilst yet when where which that because since if tandis "
           "mientras während sans sin ohne tout ; :", Word(Kind.STOP))  # fmt: skip
    _teach("as so", Word(Kind.AS))


_fill()

PHRASES: dict[str, Word] = {
    "response time": Word(Kind.RESOURCE, Metric.LATENCY),
    "response times": Word(Kind.RESOURCE, Metric.LATENCY),
    "time to first token": Word(Kind.RESOURCE, Metric.LATENCY),
    "time-to-first-token": Word(Kind.RESOURCE, Metric.LATENCY),
    "frame rate": Word(Kind.RESOURCE, Metric.THROUGHPUT, True),
    "frame rates": Word(Kind.RESOURCE, Metric.THROUGHPUT, True),
    "frames per second": Word(Kind.RESOURCE, Metric.THROUGHPUT, True),
    "tokens per second": Word(Kind.RESOURCE, Metric.THROUGHPUT, True),
    "samples per second": Word(Kind.RESOURCE, Metric.THROUGHPUT, True),
    "performance per watt": Word(Kind.RESOURCE, Metric.ENERGY, True),
    "throughput per watt": Word(Kind.RESOURCE, Metric.ENERGY, True),
    "energy-delay product": Word(Kind.RESOURCE, Metric.ENERGY),
    "energy-delay-product": Word(Kind.RESOURCE, Metric.ENERGY),
    "energy delay product": Word(Kind.RESOURCE, Metric.ENERGY),
    "gpu hours": Word(Kind.RESOURCE, Metric.COST),
    "gpu hour": Word(Kind.RESOURCE, Metric.COST),
    "gpu days": Word(Kind.RESOURCE, Metric.COST),
    "flash memory": Word(Kind.RESOURCE, Metric.MODEL_SIZE),
    "memory access": Word(Kind.RESOURCE, Metric.COMMUNICATION),
    "memory accesses": Word(Kind.RESOURCE, Metric.COMMUNICATION),
    "dram access": Word(Kind.RESOURCE, Metric.COMMUNICATION),
    "carbon footprint": Word(Kind.RESOURCE, Metric.ENERGY),
    "environment steps": Word(Kind.RESOURCE, Metric.DATA),
    "sample complexity": Word(Kind.RESOURCE, Metric.DATA),
    "power efficient": Word(Kind.RESOURCE, Metric.ENERGY, True),
    "cost-effective": Word(Kind.RESOURCE, Metric.COST, True),
    "cost-effectiveness": Word(Kind.RESOURCE, Metric.COST, True),
    "time steps": Word(Kind.RESOURCE, Metric.COMPUTE),
    "time series": Word(Kind.PLAIN),
    "same time": Word(Kind.PLAIN),
    "first time": Word(Kind.PLAIN),
    "over time": Word(Kind.PLAIN),
    "short-term memory": Word(Kind.PLAIN),
    "long-term memory": Word(Kind.PLAIN),
    "in-memory": Word(Kind.PLAIN),
    "compute-in-memory": Word(Kind.PLAIN),
    "power law": Word(Kind.PLAIN),
    "expressive power": Word(Kind.QUALITY),
    "predictive power": Word(Kind.QUALITY),
    "machine learning": Word(Kind.PLAIN),
    "deep learning": Word(Kind.PLAIN),
    "reinforcement learning": Word(Kind.PLAIN),
    "success rate": Word(Kind.QUALITY),
    "success rates": Word(Kind.QUALITY),
    "attack success rate": Word(Kind.QUALITY),
    "error rate": Word(Kind.QUALITY),
    "error rates": Word(Kind.QUALITY),
    "acceptance rate": Word(Kind.QUALITY),
    "win rate": Word(Kind.QUALITY),
    "hit rate": Word(Kind.QUALITY),
    "batch size": Word(Kind.PLAIN),
    "batch sizes": Word(Kind.PLAIN),
    "step size": Word(Kind.PLAIN),
    "state of the art": Word(Kind.PLAIN),
    "compression ratio": Word(Kind.SETTING, Metric.MODEL_SIZE, True),
    "compression ratios": Word(Kind.SETTING, Metric.MODEL_SIZE, True),
    "compression rate": Word(Kind.SETTING, Metric.MODEL_SIZE, True),
    "in terms of": Word(Kind.IN),
    "with respect to": Word(Kind.IN),
    "compared to": Word(Kind.THAN),
    "compared with": Word(Kind.THAN),
    "relative to": Word(Kind.THAN),
    "speed up": Word(Kind.SPEED, Metric.SPEEDUP, True),
    "speeds up": Word(Kind.SPEED, Metric.SPEEDUP, True),
    "speeding up": Word(Kind.SPEED, Metric.SPEEDUP, True),
    "sped up": Word(Kind.SPEED, Metric.SPEEDUP, True),
    "speed ups": Word(Kind.SPEED, Metric.SPEEDUP, True, noun=True),
    "real time": Word(Kind.REAL_TIME),
    "real-time": Word(Kind.REAL_TIME),
    "more than": Word(Kind.SKIP),
    "super resolution": Word(Kind.FALSE),
    "en comparaison": Word(Kind.THAN),
    "par rapport": Word(Kind.THAN),
    "frente a": Word(Kind.THAN),
    "as well as": Word(Kind.AND),
    "a factor": Word(Kind.BY),
    "a margin": Word(Kind.BY),
}
"""Words that mean something else together; they win over their parts."""

CJK: dict[str, Word] = {}
"""Chinese words, which no blank parts."""


def _fill_cjk() -> None:
    def teach(words: str, word: Word) -> None:
        for one in words.split():
            CJK[one] = word

    for metric, words in {
        Metric.SPEEDUP: "训练时间 推理时间 运行时间 执行时间 计算时间 耗时 时间 用时",
        Metric.LATENCY: "延迟 时延 响应时间",
        Metric.MEMORY: "内存 显存 缓存 内存占用 显存占用 KV缓存",
        Metric.COMPUTE: "计算量 运算量 计算开销 浮点运算 计算复杂度 迭代次数 采样步数 步数 算力 计算成本",
        Metric.ENERGY: "能耗 功耗 能量 电量 碳排放",
        Metric.COST: "成本 费用 开销 代价",
        Metric.MODEL_SIZE: "参数量 参数 模型大小 模型体积 体积 存储 存储空间 模型尺寸",
        Metric.DATA: "数据 数据量 样本 标注 标签 训练数据 词元 样本量 标注数据",
        Metric.COMMUNICATION: "通信 通信量 带宽 通信开销 传输量 通信成本",
    }.items():
        teach(words, Word(Kind.RESOURCE, metric))
    teach(
        "速度 推理速度 训练速度 运行速度 收敛速度 效率 推理效率 训练效率",
        Word(Kind.RESOURCE, Metric.SPEEDUP, True),
    )
    teach("吞吐量 吞吐 帧率", Word(Kind.RESOURCE, Metric.THROUGHPUT, True))
    teach("能效", Word(Kind.RESOURCE, Metric.ENERGY, True))
    teach(
        "精度 准确率 正确率 准确度 召回率 性能 得分 分数 错误率 误差 质量 成功率 困惑度 指标 F1 F1值 BLEU 鲁棒性 损失",
        Word(Kind.QUALITY),
    )
    teach("降低 减少 下降 缩短 节省 节约 压缩 缩小 削减 减小 降 省 减", Word(Kind.FALL))
    teach("提升 提高 改善 改进 优化 增强", Word(Kind.GAIN))
    teach("增加 增长 增大 上升", Word(Kind.RISE))
    teach("加速 提速 加速比 加快", Word(Kind.SPEED, Metric.SPEEDUP, True))
    teach("快 更快", Word(Kind.FAST))
    teach("慢 更慢", Word(Kind.SLOW))
    teach("的", Word(Kind.OF))
    teach("至 到 为", Word(Kind.TO))
    teach("比 相比 较 相较于", Word(Kind.THAN))
    teach("和 与 及 并 以及", Word(Kind.AND))
    teach("、", Word(Kind.COMMA))
    teach("，", Word(Kind.COMMA))
    teach("。 ； ： 而", Word(Kind.STOP))
    teach("仅 只 仅需 只需 仅用", Word(Kind.SHARE))
    teach("使用 需要 需 消耗", Word(Kind.SPEND))
    teach("稀疏度 稀疏率 压缩率 比例", Word(Kind.SETTING))
    teach("超分辨率 放大 上采样 下采样", Word(Kind.FALSE))
    teach("推理 训练 解码 生成 采样", Word(Kind.ACTIVITY, Metric.SPEEDUP))


_fill_cjk()
