"""Seven papers that wait to be read."""

from tests.store.building import paper

PAPERS = [paper(f"Paper {n}.") for n in range(1, 8)]


def texts(papers):
    return [one.abstract for one in papers]


ALL = texts(PAPERS)
