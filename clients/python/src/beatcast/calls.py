"""Both clients share this: what a call is, how long to wait before a retry, and how to read its answer."""

from __future__ import annotations

import json
import os
import random
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

from .errors import (
    BeatcastError,
    NoConnectionError,
    RateLimitError,
    ServerError,
    SettingsError,
    error_of,
)

PAGE_SIZE = 100
# After a longer wait than this there is no retry; the error is raised, and the caller decides.
MAX_WAIT_SECONDS = 60


@dataclass(frozen=True)
class Call:
    path: str
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    def request(self) -> dict[str, Any]:
        """Returns the arguments of httpx's `request`. A parameter's trailing underscore, which avoids a Python keyword, is removed."""
        params = {name.rstrip("_"): value for name, value in self.query.items() if value is not None}
        headers = {"accept": "application/json", **self.headers}
        return {"method": self.method, "url": f"/api/v1/{self.path}", "params": params, "headers": headers}


def segment(text: str) -> str:
    return quote(text, safe="")


def analysis_call(symbol: str, idempotency_key: str | None, *, is_streamed: bool) -> Call:
    headers = {"idempotency-key": idempotency_key or str(uuid.uuid4())}
    if is_streamed:
        headers["accept"] = "text/event-stream"
    return Call(f"analyze/{segment(symbol)}", method="POST", headers=headers)


class KeyAuth(httpx.Auth):
    """Sends the API key with each request. It also keeps httpx from replacing the key with a password from a .netrc file."""

    def __init__(self, key: str) -> None:
        self._header = f"Bearer {key}"

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["authorization"] = self._header
        yield request


def settings_of(api_key: str | None, url: str | None, timeout: float) -> dict[str, Any]:
    """Returns the options of both httpx clients. Raises SettingsError."""
    key = (api_key if api_key is not None else os.environ.get("BEATCAST_API_KEY", "")).strip()
    if not key:
        raise SettingsError("Set BEATCAST_API_KEY. Your keys are in the API tab of your account.")
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise SettingsError("The API key has characters that no key has. Copy it again.")
    address = _checked(url if url is not None else os.environ.get("BEATCAST_URL", ""))
    return {"base_url": address, "auth": KeyAuth(key), "timeout": timeout}


def _checked(url: str) -> str:
    """Returns the address's scheme and host. It must use https or be on this machine, so that the key is not sent unencrypted."""
    if not url:
        raise SettingsError("Set BEATCAST_URL to the address of Beatcast.")
    parts = urlsplit(url)
    is_local = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if not parts.hostname or parts.username or not (parts.scheme == "https" or (parts.scheme == "http" and is_local)):
        raise SettingsError("BEATCAST_URL must be an address like https://beatcast.example.")
    return f"{parts.scheme}://{parts.netloc}"


def wait_after(error: BeatcastError, attempt: int) -> float | None:
    """Returns the seconds before a retry, or None when a retry would not help. They double from 0.5 and vary randomly by up to 25%."""
    if not isinstance(error, (NoConnectionError, RateLimitError, ServerError)):
        return None
    seconds = error.retry_after_seconds
    if seconds is None:
        seconds = 0.5 * 2**attempt * random.uniform(0.75, 1.25)
    return seconds if seconds <= MAX_WAIT_SECONDS else None


def no_connection(url: httpx.URL, error: httpx.TransportError) -> NoConnectionError:
    what = "did not answer in time" if isinstance(error, httpx.TimeoutException) else "could not be reached"
    return NoConnectionError(f"{url.netloc.decode()} {what}. Check the network and try again.")


def read_json(answer: httpx.Response) -> Any:
    if answer.is_success:
        try:
            return answer.json()
        except ValueError:
            raise _unreadable() from None
    try:
        body = answer.json()
    except ValueError:
        body = None
    raise error_of(answer.status_code, body, answer.headers.get("retry-after"))


def _unreadable() -> BeatcastError:
    return BeatcastError("Beatcast's answer could not be read.", "unreadable_answer")


class StageReader:
    """Reads the events of a running analysis line by line. `result` is None until the result has arrived."""

    def __init__(self, on_stage: Callable[[Any], None]) -> None:
        self._on_stage = on_stage
        self._event = ""
        self.result: Any = None

    def feed(self, line: str) -> None:
        name, _, text = line.partition(": ")
        if name == "event":
            self._event = text
        if name != "data":
            return
        try:
            data = json.loads(text)
        except ValueError:
            raise _unreadable() from None
        if self._event == "stage":
            self._on_stage(data)
        elif self._event == "result":
            self.result = data
        elif self._event == "error":
            raise error_of(int(data.get("status") or 500), data)

    def end(self) -> Any:
        if self.result is None:
            raise NoConnectionError("The analysis broke off. Try again.")
        return self.result
