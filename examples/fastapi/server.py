"""Three operations of the service on FastAPI, in memory. The others answer 501.

`python server.py 127.0.0.1:3000` serves at this address, with the keys of two accounts from the
environment: REFERRAL_API_KEY and REFERRAL_API_KEY_OTHER_ACCOUNT.
"""

import contextlib
import os
import re
import socket
import sys
import uuid
from datetime import datetime, timezone
from typing import NamedTuple

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

# The account of each key. A server of your own stores digests of keys.
ACCOUNTS = {
    os.environ["REFERRAL_API_KEY"]: "main",
    os.environ["REFERRAL_API_KEY_OTHER_ACCOUNT"]: "other",
}
# The members that a creation accepts. All are texts; only `email` is required.
MEMBERS = [
    "email",
    "name",
    "referrer_code",
    "ip_address",
    "user_agent",
    "utm_source",
    "utm_campaign",
    "created_at",
    "country_code",
]
# The signs that RFC 5322 allows without quotes, and a domain of labels.
ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*", re.ASCII | re.IGNORECASE)
# With `Z`, `+hh:mm` or `-hh:mm` at the end, and an optional fraction of a second.
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")

# FastAPI's own documentation pages are not part of the API.
app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)


class Signup(NamedTuple):
    """A subscriber, as the answers show it, and the time of its signup."""

    at: datetime
    record: dict


def demo(number: int) -> Signup:
    """A subscriber that exists from the start. `target.yaml` names two as fixtures."""
    at = datetime(2024, 1, number, tzinfo=timezone.utc)
    record = {
        "uuid": f"00000000-0000-4000-8000-{number:012}",
        "status": "confirmed",
        "email": f"demo{number}@example.com",
        "created_at": at.isoformat(),
    }
    return Signup(at, record)


# The subscribers of each account, latest signup first.
signups: dict[str, list[Signup]] = {"main": [demo(2), demo(1)], "other": []}


class Refusal(Exception):
    """A refusal with the error body of the document: `{"error": MESSAGE}`."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status = status
        self.message = message


@app.exception_handler(Refusal)
async def refuse(_request: Request, refusal: Refusal) -> JSONResponse:
    return JSONResponse({"error": refusal.message}, status_code=refusal.status)


def account_of(request: Request) -> str:
    """The account of the key. Header names are case-insensitive."""
    key = request.headers.get("x-api-key")
    if not key:
        raise Refusal(401, "API key is missing!")
    if key not in ACCOUNTS:
        raise Refusal(401, "API key is invalid!")
    return ACCOUNTS[key]


async def members_of(request: Request) -> dict:
    """The members of the request body. FastAPI's own refusal of a bad body is 422 without an `error`."""
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        raise Refusal(400, "The body is not JSON") from None
    if not isinstance(body, dict):
        raise Refusal(400, "The body is not an object")
    for name in MEMBERS:
        if not isinstance(body.get(name), str | None):
            # An address of another type is malformed.
            message = "Email is invalid" if name == "email" else f"{name} is not a text"
            raise Refusal(422, message)
    return {name: body[name] for name in MEMBERS if body.get(name) is not None}


def time_of(text: str) -> datetime:
    """The time of a timestamp."""
    try:
        if TIMESTAMP.fullmatch(text):
            # Python keeps microseconds; further digits are cut.
            return datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", text))
    except ValueError:
        pass
    raise Refusal(422, "created_at is not a timestamp")


@app.post("/v2/subscribers")
async def create_subscriber(request: Request) -> JSONResponse:
    account = account_of(request)
    members = await members_of(request)
    if not members.get("email"):
        raise Refusal(422, "You have to provide at least an email")
    if not ADDRESS.fullmatch(members["email"]):
        raise Refusal(422, "Email is invalid")
    now = datetime.now(timezone.utc).isoformat()
    at = time_of(members.setdefault("created_at", now))
    # From here on nothing is awaited, so that of two requests with an address one is refused.
    # A database needs a unique index on account and address instead.
    if any(one.record["email"] == members["email"] for one in signups[account]):
        raise Refusal(422, "Email has already been taken")
    record = {"uuid": str(uuid.uuid4()), "status": "confirmed", **members}
    signups[account].append(Signup(at, record))
    # The latest signup is first in the list.
    signups[account].sort(key=lambda one: one.at, reverse=True)
    return JSONResponse({"subscriber": record}, status_code=201)


@app.get("/v2/subscribers")
async def list_subscribers(request: Request) -> JSONResponse:
    return JSONResponse({"subscribers": [one.record for one in signups[account_of(request)]]})


@app.get("/v2/subscribers/{identifier:path}")
async def get_subscriber(request: Request, identifier: str) -> JSONResponse:
    for one in signups[account_of(request)]:
        if identifier in (one.record["uuid"], one.record["email"]):
            return JSONResponse({"subscriber": one.record})
    raise Refusal(404, "Subscriber not found")


@app.api_route("/{path:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
async def not_implemented(request: Request, path: str) -> JSONResponse:
    account_of(request)
    return JSONResponse({"error": f"/{path} is not implemented"}, status_code=501)


def main() -> None:
    host, _, port = sys.argv[1].rpartition(":")
    with contextlib.closing(socket.create_server((host, int(port)))) as listener:
        host, port = listener.getsockname()[:2]
        print(f"listening on http://{host}:{port}", flush=True)
        config = uvicorn.Config(app, log_level="warning", access_log=False)
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
