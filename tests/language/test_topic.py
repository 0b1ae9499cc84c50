import pytest

from annotate.language.topic import Topic, topic_of


@pytest.mark.parametrize(
    ("abstract", "topic"),
    [
        ("A page cache for NVMe SSDs keeps hot blocks in DRAM.", Topic.EXECUTION),
        ("Our compiler maps loops to threads on multicore CPUs.", Topic.EXECUTION),
        ("A CUDA kernel serves language models faster on GPUs: a benchmark.", Topic.MIXED),
        ("We train a classifier on GPUs and report accuracy and F1.", Topic.SCORES),
        ("Port operators schedule containers, storage and cranes in cycles.", Topic.SCORES),
        ("Firms with parallel transactions in clusters earn more.", Topic.SCORES),
        ("The policy is trained with a sparse reward on robots.", Topic.SCORES),
        ("", Topic.SCORES),
    ],
)
def test_an_abstract_is_about_what_runs_or_about_scores(abstract, topic):
    assert topic_of(abstract) is topic
