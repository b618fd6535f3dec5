"""The errors of both clients. Messages are for people; programs decide by the class or by `code`. No error contains the API key."""

from __future__ import annotations

from typing import Any, cast


class BeatcastError(Exception):
    """The base class of all errors. `candidates` are companies that a symbol may mean; `fields` tells what is wrong with each parameter."""

    def __init__(self, message: str, code: str, status: int | None = None, details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        found = details or {}
        self.code = code
        self.status = status
        self.retry_after_seconds: float | None = found.get("retryAfterSeconds")
        self.request_id: str | None = found.get("requestId")
        self.fields: dict[str, str] | None = found.get("fields")
        self.candidates: list[dict[str, str]] | None = found.get("candidates")


class SettingsError(BeatcastError):
    """Raised before any call, for a key or an address that cannot be right."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "settings")


class AuthenticationError(BeatcastError):
    """401: the key is missing, mistyped or revoked."""


class PermissionDeniedError(BeatcastError):
    """403: the key lacks the scope, or the current plan includes no keys."""


class RequestError(BeatcastError):
    """Any other 4xx. `code` and `fields` say what is wrong."""


class QuotaError(BeatcastError):
    """429: the plan's analyses of this period are used up. Never retried."""


class RateLimitError(BeatcastError):
    """429: there were too many calls, even after the retries. `retry_after_seconds` says how long to wait."""


class ServerError(BeatcastError):
    """5xx, even after the retries. No analysis was counted."""


class NoConnectionError(BeatcastError):
    """There was no complete answer, even after the retries: the network is down, a timeout passed, or the answer broke off."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "no_connection")


def error_of(status: int, body: object, retry_after: str | None = None) -> BeatcastError:
    """Returns the error for an answer. `body` may be anything, because a proxy between client and server may have answered."""
    details = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
    code, message = details.get("code"), details.get("detail")
    if not isinstance(code, str) or not isinstance(message, str):
        code, message = "unreadable_answer", f"Beatcast answered {status} without saying why."
    if "retryAfterSeconds" not in details and (retry_after or "").isdecimal():
        details = {**details, "retryAfterSeconds": int(retry_after or 0)}
    return _kind_of(status, code)(message, code, status, details)


def _kind_of(status: int, code: str) -> type[BeatcastError]:
    if code == "quota_exceeded":
        return QuotaError
    known: dict[int, type[BeatcastError]] = {401: AuthenticationError, 403: PermissionDeniedError, 429: RateLimitError}
    if status in known:
        return known[status]
    if status >= 500:
        return ServerError
    return RequestError if status >= 400 else BeatcastError
