"""Settings that outlive one command: the environment and `annotate.toml`.

What is told on the command line goes before the environment (`ANNOTATE_MODEL`, …, then OpenAI's
own `OPENAI_API_KEY`, `OPENAI_BASE_URL`, `OPENAI_ORG_ID`, `OPENAI_PROJECT_ID`), the environment
before `annotate.toml` in the working directory. Keys are taken from the environment only.
"""

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from annotate.errors import UsageError

__all__ = ["DEFAULT_MODEL", "ModelChoice", "Settings", "choose_model", "load_settings"]

DEFAULT_MODEL = "gpt-5-mini"
SETTINGS_FILE = "annotate.toml"

_OPENAI = {
    "api_key": "OPENAI_API_KEY",
    "base_url": "OPENAI_BASE_URL",
    "organization": "OPENAI_ORG_ID",
    "project": "OPENAI_PROJECT_ID",
}
_SECRETS = ("api_key", "organization", "project")


_MOST = 10**9


class Settings(BaseSettings):
    """What a run falls back on where its command line is silent; None is "not set"."""

    model_config = SettingsConfigDict(
        env_prefix="ANNOTATE_", env_ignore_empty=True, extra="forbid", frozen=True
    )

    model: str | None = None
    base_url: str | None = Field(default=None, repr=False)
    api_key: SecretStr | None = None
    organization: SecretStr | None = None
    project: SecretStr | None = None
    prompt: str = "claims"
    concurrency: int = Field(default=64, ge=1, le=_MOST)
    rpm: int | None = Field(default=None, ge=1, le=_MOST)
    tpm: int | None = Field(default=None, ge=1, le=_MOST)
    max_cost: float | None = Field(default=None, ge=0)
    price: str | None = None
    """Dollars for a million tokens in and out, "0.25,2"."""
    timeout: float = Field(default=120.0, gt=0, le=86_400)
    """Seconds that one request may take."""
    max_tries: int = Field(default=5, ge=1, le=_MOST)
    max_tokens: int = Field(default=1024, ge=1, le=_MOST)
    """Cap on the tokens of one answer."""
    batch_poll: float = Field(default=30.0, gt=0, le=86_400)
    """Seconds between two looks at batches that are on their way."""
    params: dict[str, Any] = {}
    """More parameters of the request: `[params]` with temperature, seed, …"""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Put OpenAI's own variables and the file below our own variables."""
        openai = {key: os.environ[name] for key, name in _OPENAI.items() if os.environ.get(name)}
        return (
            env_settings,
            InitSettingsSource(settings_cls, init_kwargs=openai),
            init_settings,
        )


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which model answers, and why it is that one."""

    model: str
    why: str


def load_settings(folder: Path | None = None) -> Settings:
    """Return the settings of the environment and of `annotate.toml` in `folder` (default: here).

    Raises UsageError for a file that can't be read, an unknown setting or a value out of range.
    """
    path = (folder or Path()) / SETTINGS_FILE
    try:
        return Settings(**_from_file(path))
    except SettingsError as error:
        name = str(error).partition('"')[2].partition('"')[0]
        raise UsageError(f"ANNOTATE_{name.upper()}: expected a JSON object") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            known = ", ".join(key for key in Settings.model_fields if key not in _SECRETS)
            raise UsageError(f"{path}: there is no setting {name}; there are: {known}") from None
        raise UsageError(
            f"the setting {name} (ANNOTATE_{name.upper()} or {SETTINGS_FILE}): {first['msg']}"
        ) from None


def choose_model(asked: str | None, settings: Settings) -> ModelChoice:
    """Return the model that `--model`, the settings or, last, the keys at hand call for."""
    if asked:
        return ModelChoice(asked, "--model")
    if settings.model:
        return ModelChoice(settings.model, f"ANNOTATE_MODEL or {SETTINGS_FILE}")
    if settings.base_url:
        return ModelChoice(DEFAULT_MODEL, "a base URL is set; --model names another")
    if settings.api_key:
        return ModelChoice(DEFAULT_MODEL, "a key is set; --model names another")
    return ModelChoice("rules", "no key and no base URL are set: offline reading, no model")


def _from_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            values = tomllib.load(file)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path}: can't be read as TOML: {error}") from None
    secret = next((name for name in _SECRETS if name in values), None)
    if secret:
        raise UsageError(f"{path}: {secret} belongs into {_OPENAI[secret]}, not into a file")
    return values
