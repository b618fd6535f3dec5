"""Shows how likely a company is to beat the EPS consensus, beside its base rate. This is not investment advice."""

from . import types_gen as types
from .async_client import AsyncBeatcast
from .client import Beatcast
from .errors import (
    AuthenticationError,
    BeatcastError,
    NoConnectionError,
    PermissionDeniedError,
    QuotaError,
    RateLimitError,
    RequestError,
    ServerError,
    SettingsError,
)
from .frames import calendar_frame, record_frame

__all__ = [
    "AsyncBeatcast",
    "AuthenticationError",
    "Beatcast",
    "BeatcastError",
    "NoConnectionError",
    "PermissionDeniedError",
    "QuotaError",
    "RateLimitError",
    "RequestError",
    "ServerError",
    "SettingsError",
    "calendar_frame",
    "record_frame",
    "types",
]
