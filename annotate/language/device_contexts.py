"""What the words around an ambiguous device must hold, and what tells of something else."""

import re

from annotate.language.memo import Memo

__all__ = ["CARRIED", "CONTEXTS", "LOWERED", "MADE", "SURE", "TRIED_ON", "is_elsewhere"]

_LIBRARIES = (
    r"cu(?:BLAS|SPARSE|DNN|FFT|SOLVER|Graph)(?:Lt)?|TensorRT|flash-?attention\w*|vLLM|NCCL|PyTorch"
)
"""Whoever compares with one of these runs on a GPU."""
_ORDINARY = (
    r"(?:real(?:-world)?|commodity|commercial|off-the-shelf|consumer|modern|low-end|high-end|mid-range"
    r"|entry-level|existing|current|budget)"
)
"""What a device that something was tried on is called."""
CONTEXTS: dict[str, re.Pattern[str]] = {
    "@compute": re.compile(
        rf"\b(?:GPUs?|CUDA|NVIDIA|{_LIBRARIES}|models?|(?:pre-?)?train\w*|inference|networks?|latency|throughput|"
        r"speed-?ups?|faster|kernels?|comput\w+|FLOPs?|tokens?|batch|fine-?tun\w*|decod\w+|serv\w+|"
        r"RTX|GTX|cloud|desktops?|workstations?|servers?|laptops?|VRAM|Colab|wall-clock|"
        r"GB|cards?|nodes?|clusters?|hardware|run(?:s|ning)?|ran|accelerat\w+|memory|CPUs?|"
        r"modèles?|modelos?|modell\w*|entraîn\w+|entren\w+|trainiert\w*|inferencia|inférence)\b",
        re.IGNORECASE,
    ),
    "@gpu": re.compile(
        rf"\b(?:GPUs?|CUDA|NVIDIA|{_LIBRARIES}|GeForce|Tensor ?Cores?|AMD|[AVH][18]00s?|RTX|Colab|"
        r"CPUs?|VRAM|GPGPU|Xeon|accelerators?|graphics|cards?)\b",
        re.IGNORECASE,
    ),
    "@chip": re.compile(
        r"\b(?:chips?|hardware|accelerat\w+|processors?|devices?|FPGAs?|GPUs?|CPUs?|NPUs?|TPUs?|"
        r"SoCs?|boards?|platforms?|on-device|edge|embedded|mobile|phones?|smartphones?|energy|"
        r"latency|memory|neuromorphic|spiking|inference|microcontrollers?|MCUs?|comput\w+|"
        r"supercomputers?|nodes?|intel|amd|HPC|silicon|circuits?|CMOS|crossbars?|DRAM|SRAM|deploy\w*|"
        r"neural|networks?|FPS|ms|mW|nm|TOPS|macros?|faster|speed-?ups?|NVIDIA|GB|cloud|servers?)\b",
        re.IGNORECASE,
    ),
    "@deploy": re.compile(
        r"\b(?:deploy\w*|on-device|on-?board|real-time|latency|power|energy|memory|resources?|"
        r"resource-\w+|constrained|limited|comput\w+|inference|run|runs|running|ran|implement\w*|"
        r"hardware|platforms?|batter\w+|edge|embedded|footprint|mobile|fps|lightweight|efficien\w+|"
        r"performance|servers?|laptops?|browsers?|"
        r"tiempo real|energía|cálculo|consumo|memoria|batería|bordo|temps réel|énergie|mémoire|"
        r"embarqué\w*|consomm\w+|Echtzeit|Energie|Speicher|Akku)\b",
        re.IGNORECASE,
    ),
    "@nvidia": re.compile(r"\b(?:Jetson|NVIDIA|AGX|CUDA|TensorRT|GPUs?|Tegra)\b", re.IGNORECASE),
    "@board": re.compile(
        r"\b(?:Jetson|NVIDIA|Tegra|GPUs?|embedded|edge|boards?|mobile|FPS|real-time)\b",
        re.IGNORECASE,
    ),
    "@phone": re.compile(
        r"\b(?:phones?|smartphones?|Google|Android|mobile|on-device|Jetson|Raspberry Pi|iPhone|"
        r"teléfonos?|téléphones?|móvil(?:es)?|Telefon\w*|Handys?|"
        r"Galaxy|Snapdragon|throughput|latency|faster|decod\w+)\b",
        re.IGNORECASE,
    ),
    "@onphone": re.compile(
        r"\b(?:run(?:s|ning)?(?!\s(?:a|the)\s(?:study|survey|trial))|ran|deploy\w*|execut\w+|inference|real-time|latency"
        r"|implement\w*|fits?|faster|fps|synthesis|usable|tested|benchmark\w*|measured)\b[^.;]{0,60}"
        rf"\s(?:on|onto)\s(?:an?\s|the\s|two\s|three\s|most\s|many\s|all\s|{_ORDINARY}\s|android\s|old\s){{0,3}}$",
        re.IGNORECASE,
    ),
    "@designed": re.compile(
        r"\b(?:propos\w+|presents?|presented|introduc\w+|design\w*|dedicated|our|novel|develop\w*|"
        r"this work|this paper|fabricat\w+|implement\w*)\b",
        re.IGNORECASE,
    ),
    "@super": re.compile(
        r"\b(?:supercomputers?|supercomputing|exascale|OLCF|ALCF|NERSC|Oak Ridge|Argonne|Livermore|"
        r"Leadership Computing|CSCS|CINECA|Jülich|TACC|HPC|petaflops?|[PE]FLOPS?|exaflops?|"
        r"Perlmutter|Fugaku|TaihuLight|JUWELS|MareNostrum|Frontera|Stampede2|El Capitan|Piz Daint|"
        r"TSUBAME|"
        r"ARCHER2|LUMI|SuperMUC|Marconi100)\b",
        re.IGNORECASE,
    ),
    "@storage": re.compile(
        r"\b(?:storage|NVMe|I/O|IOPS|key-value|flash|offload\w*|in-storage|vectors?|quer(?:y|ies)|"
        r"lookups?|reads?|writes?|bandwidth|garbage|transactions?|out-of-core|HDDs?|DRAM|KV|block)\b",
        re.IGNORECASE,
    ),
    "@quantum": re.compile(
        r"\b(?:quantum|qubits?|annealer|transmons?|backends?|ibm_\w+)\b", re.IGNORECASE
    ),
}
TRIED_ON = re.compile(rf"\bon\s(?:\w+\s)?{_ORDINARY}\s$", re.IGNORECASE)
"""Stands before what something was tried on ("on a real mobile phone")."""
LOWERED = {need: re.compile(near.pattern.lower()) for need, near in CONTEXTS.items()}
"""The same for text in lower case, which is twice as quick as to ignore case."""
_ELSEWHERE = re.compile(
    r"\b(?:km|kilomet\w+|roads?|motorways?|highways?|autobahn\w*|carretera|autoroute|junctions?|"
    r"flights?|helicopters?|aircraft|airbus|blades?|rotors?|percentiles?|volcan\w+|seamount|"
    r"phages?|bacteriophages?|wines?|vineyards?|valley|rivers?|hydrogen|vertebra\w*|lumbar|"
    r"nebula|surname|trucks?|commut\w+|steel|alloy\w*|stretch|lysozyme|ligase|doses?|dosimetr\w+|"
    r"prostate|brachytherapy|hydrogels?|viscoelastic|crosslink\w*|polyacrylamide|specimens?|"
    r"radiotherapy|macrophages?|fahr\w+|verkehr\w*|\w*straßen?|trafic|"
    r"tráfico|autopistas?)\b"
)
"""Company that tells a road, a helicopter or a phage from a device of the same name."""
_IS_ELSEWHERE = Memo(lambda chunk: _ELSEWHERE.search(chunk) is not None)


def is_elsewhere(low: str) -> bool:
    """Say whether a text in lower case tells of roads, helicopters or phages."""
    return any(map(_IS_ELSEWHERE.__getitem__, low.split(" ")))


SURE = re.compile(
    r"\b(?:GPUs?|NVIDIA|CUDA|Jetson|accelerators?|TPUs?|CPUs?|processors?|FPGAs?|Apple|iPhone|"
    r"MacBook|AWS|VRAM|TFLOPS?|DNNs?|CNNs?|MCUs?|microcontrollers?)\b"
)
CARRIED = re.compile(
    r"\bon-?board\s(?:comput|process|hardware|inference|resource)|\bembedded\s(?:on-board\s)?(?:hardware|comput|gpu)"
    r"|\bcompanion\scomputers?|\bJetson\b|\bRaspberry\sPi\b|\bcálculo\sa\sbordo",
    re.IGNORECASE,
)
"""What an abstract names that tells of a computer that flies."""
MADE = re.compile(
    r"\b(?:hardware|chips?|CMOS|FPGAs?|ASICs?|silicon|SRAM|DRAM|PIM|dataflow|systolic|circuits?|nm|"
    r"GPUs?|TOPS/W|GOPS|MACs?|DNNs?|CNNs?|processing elements?|crossbars?)\b"
)
"""What an abstract names that tells of the making of a chip."""
