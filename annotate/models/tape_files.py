"""How a recording stands in its file: vcrpy's YAML with readable bodies, written whole or not."""

from pathlib import Path
from typing import Any

import yaml
from vcr.persisters.filesystem import CassetteNotFoundError
from vcr.serialize import deserialize, serialize

from annotate.files import atomic

__all__ = ["Persister", "Serializer"]


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, so that a change shows as a change of lines."""


def _block(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _block)


class Serializer:
    """vcr's YAML with readable bodies; `deserialize` reads vcr's own files too."""

    @staticmethod
    def serialize(data: Any) -> str:
        return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, width=100, sort_keys=False)

    @staticmethod
    def deserialize(text: str) -> Any:
        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506


class Persister:
    """Keeps what was recorded before where writing fails or is killed; UTF-8 everywhere."""

    @staticmethod
    def load_cassette(cassette_path: Any, serializer: Any) -> Any:
        if not Path(cassette_path).is_file():
            raise CassetteNotFoundError
        text = Path(cassette_path).read_text(encoding="utf-8")
        if not text.strip():
            raise CassetteNotFoundError
        return deserialize(text, serializer)

    @staticmethod
    def save_cassette(cassette_path: Any, cassette_dict: Any, serializer: Any) -> None:
        with atomic(Path(cassette_path)) as stream:
            stream.write(serialize(cassette_dict, serializer).encode())
