"""Devices in running text, their look-alikes, counts and roles."""

import pytest

from annotate.language.hardware import canonical_device, distinct_devices, find_devices
from annotate.schema import Role
from tests.timing import stays_within


def devices(text: str) -> list[str]:
    return [mention.device.name for mention in distinct_devices(find_devices(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Our kernels ran on 8×A100 and on two RTX 3090s.",
            ["NVIDIA A100", "NVIDIA GeForce RTX 3090"],
        ),
        ("Training took a day on a cluster of 512 H800 GPUs.", ["NVIDIA H800"]),
        ("Decoding on an NVIDIA Tesla V100 (32GB) is fast.", ["NVIDIA V100"]),
        (
            "It fits on one GTX 1080Ti and on an NVIDIA 2080 Ti.",
            ["NVIDIA GeForce GTX 1080 Ti", "NVIDIA GeForce RTX 2080 Ti"],
        ),
        ("We use an RTX 6000 Ada and an RTX A6000.", ["NVIDIA RTX 6000 Ada", "NVIDIA RTX A6000"]),
        ("A GeForce RTX 9090 would help.", []),
        (
            "Serving on MI300X and on Gaudi 2 accelerators.",
            ["AMD Instinct MI300X", "Intel Gaudi 2"],
        ),
        ("We train on a TPU v4 pod and on 64 TPUv3 chips.", ["Google TPU v4", "Google TPU v3"]),
        (
            "It runs on a Jetson AGX Orin and on a Jetson Nano.",
            ["NVIDIA Jetson AGX Orin", "NVIDIA Jetson Nano"],
        ),
        ("Latency on a Snapdragon 8 Gen 3 phone is low.", ["Qualcomm Snapdragon 8 Gen 3"]),
        (
            "Measured on a Samsung Galaxy S22, an iPhone 14 Pro and a Pixel 7 phone.",
            ["Samsung Galaxy S22", "Apple iPhone 14", "Google Pixel 7"],
        ),
        ("Runs on an Apple M2 Max laptop.", ["Apple M2 Max", "laptop"]),
        ("The design fits a Xilinx Alveo U280 FPGA.", ["AMD Alveo U280"]),
        ("We report cycles on an STM32F746 with a Cortex-M7 core.", ["STM32F746", "Arm Cortex-M7"]),
        ("It was tested on a Core i7-9700K CPU.", ["Intel Core i7-9700K"]),
        ("Twice as fast on an Intel Xeon Gold 6248 processor.", ["Intel Xeon Gold 6248"]),
        ("We map the network to Loihi 2 and to SpiNNaker boards.", ["Intel Loihi 2", "SpiNNaker"]),
        ("A Huawei Ascend 910B NPU needs less energy.", ["Huawei Ascend 910B"]),
        (
            "It takes 3 ms on a Google Pixel 8 or a Xiaomi Redmi Note 12.",
            ["Google Pixel 8", "Xiaomi Redmi Note 12"],
        ),
        ("We deploy on NVIDIA DRIVE Orin in cars.", ["NVIDIA DRIVE Orin"]),
        ("It ran on a Tesla K40c card.", ["NVIDIA Tesla K40"]),
        ("The design fits a Xilinx Zynq-7020 board.", ["Xilinx Zynq-7020"]),
        (
            "The Google Coral Edge TPU and a Raspberry Pi 5 run it.",
            ["Google Coral Edge TPU", "Raspberry Pi 5"],
        ),
    ],
)
def test_models_get_their_canonical_names(text, expected):
    assert devices(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It needs less GPU memory and no CPU time.", ["GPU"]),
        ("Scheduling on hybrid CPU-GPU systems is hard.", ["CPU", "GPU"]),
        ("We target edge devices, microcontrollers and wearable devices with little power.",
         ["edge device", "microcontroller", "wearable device"]),
        ("A 128 × 128 systolic array computes the sums.", ["systolic array"]),
        ("Compute-in-memory (CIM) accelerators drift.", ["compute-in-memory accelerator"]),
        ("A compute-in-memory macro in 28 nm sums.", ["compute-in-memory"]),
        ("It runs on a laptop CPU.", ["CPU"]),
        ("It runs on a wearable microcontroller.", ["microcontroller"]),
        ("It reaches 60 FPS on a mobile GPU.", ["mobile GPU"]),
        ("Se ejecuta a bordo de un dron en tiempo real.", ["drone"]),
        ("An ASIC and an FPGA are compared.", ["ASIC", "FPGA"]),
        ("The planner runs onboard a drone in real time.", ["drone"]),
        ("Sobre dispositivos móviles es más rápido.", ["mobile device"]),
        ("在手机和A100 GPU上运行。", ["smartphone", "NVIDIA A100"]),
        ("在RTX 4090上,吞吐量提高。", ["NVIDIA GeForce RTX 4090"]),
    ],
)  # fmt: skip
def test_classes_of_devices_count_too(text, expected):
    assert devices(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Lysozyme of bacteriophage T4 folds in steps, a neural network says.",
        "Level 4 (L4) autonomy needs models with low latency.",
        "Images from a 7 Tesla scanner train a deep network.",
        "Traffic on the A100 motorway is learnt by a network.",
        "It achieves a16.2x speedup and a40.1x saving in GPU-free code.",
        "Printed thermoplastic polyurethane (TPU) bends; a model predicts how.",
        "Apple and pear are told apart by a network.",
        "The star Orin is dim.",
        "Xavier initialization helps training.",
        "Hopper and Walker2D are control tasks for learning.",
        "The M1 macrophages are counted by a model.",
        "Acid-sensing ion channel ASIC1a opens.",
        "The GPU-friendly layout needs no pixel 3 values.",
        "We serve LLaMA-2-7B and Llama-3.1 on ImageNet-1K.",
        "Smartphone photography asks for super-resolution.",
        "Experts live on multiple devices under expert parallelism.",
        "The particle accelerator and the startup accelerator.",
        "A K80 paper on a hydrogen cartridge.",
        "Drones of the honeybee hive run on sugar and energy.",
        "The spinnaker sail tore.",
        "The H100 helicopter flew with a neural controller.",
        "Lava from the volcano Loihi was computed by a network.",
        "Jetson et al. trained models first.",
        "Along the A10 road a network counts cars.",
        "Tail latency at P100 fell on the network.",
        "The graviton has spin-2 in this neural model.",
    ],
)
def test_look_alikes_are_refused(text):
    assert devices(text) == []


def test_a_class_beside_its_model_is_no_second_device():
    assert devices("GPU memory halves, and an A100 GPU serves twice the tokens.") == ["NVIDIA A100"]


def test_a_class_that_only_leads_to_a_device_is_no_device():
    assert devices("We deploy on edge platforms (Jetson Orin).") == ["NVIDIA Jetson Orin"]
    assert devices("Accelerators such as FPGAs help inference accelerators such as GPUs.") == [
        "FPGA",
        "GPU",
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("on 8×A100 GPUs", 8),
        ("on 8x A100 GPUs", 8),
        ("on eight A100 GPUs", 8),
        ("on A100 ×8 nodes of GPUs", 8),
        ("on 1,024 NVIDIA A100 GPUs", 1024),
        ("on a single A100 GPU", 1),
        ("on the A100 GPU", None),
        ("ResNet-50 A100 GPU", None),
        ("3.5 A100 GPU hours", None),
    ],
)
def test_counts_are_read_in_figures_and_words(text, count):
    assert [mention.count for mention in find_devices(text)] == [count]


def test_a_size_is_no_count():
    (mention,) = find_devices("A 128 × 128 systolic array.")
    assert mention.count is None


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("It is 3x faster on an A100 GPU than on a Xeon CPU.", [Role.EVALUATED_ON, Role.BASELINE]),
        ("It is 4x faster than dense models on an RTX 4090.", [Role.EVALUATED_ON]),
        ("It saves energy compared to a GPU baseline.", [Role.BASELINE]),
        (
            "Using 64 CPUs, it is faster than training on 8 TPUs.",
            [Role.EVALUATED_ON, Role.BASELINE],
        ),
        ("It is meant for IoT devices.", [Role.TARGET]),
        ("It was measured on edge devices.", [Role.EVALUATED_ON]),
    ],
)
def test_roles_come_from_the_clause(text, roles):
    assert [mention.role for mention in find_devices(text)] == roles


def test_a_device_said_twice_is_one_with_its_best_role_and_its_count():
    mentions = find_devices("Better than an A100 baseline of old. We train on 8 A100 GPUs.")
    (one,) = distinct_devices(mentions)
    assert (one.role, one.count) == (Role.EVALUATED_ON, 8)


def test_offsets_are_half_open_and_hold_the_name():
    text = "We train on 8 NVIDIA A100-80GB GPUs daily."
    (mention,) = find_devices(text)
    assert mention.name == "8 NVIDIA A100-80GB GPUs" == text[mention.start : mention.end]


@pytest.mark.parametrize(
    ("name", "expected", "count"),
    [
        ("8 A100 GPUs", "NVIDIA A100", 8),
        ("T4", "NVIDIA T4", None),
        ("Orin", "NVIDIA Jetson Orin", None),
        ("edge devices", "edge device", None),
        ("NVIDIA GPUs", "NVIDIA GPU", None),
        ("Raspberry Pi 5 (CPU-only)", "Raspberry Pi 5", None),
        ("$128 \\times 128$ systolic array", "systolic array", None),
    ],
)
def test_a_models_words_for_a_device_need_no_company(name, expected, count):
    found = canonical_device(name)
    assert found is not None
    assert (found.device.name, found.count) == (expected, count)


def test_words_that_name_no_device_give_none():
    assert canonical_device("a fast computer of ours") is None
    assert canonical_device("") is None


@pytest.mark.parametrize(
    "text",
    [
        "GPU " * 20_000,
        "8x" * 40_000,
        "A" * 100_000,
        "NVIDIA " * 20_000,
        "（" * 50_000,
        "İ GPU " * 5_000,
    ],
)
def test_nasty_texts_take_linear_time(text):
    assert stays_within(3, lambda: find_devices(text))
