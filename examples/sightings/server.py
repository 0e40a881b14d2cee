"""The server of docs/your-own-api.md: sightings of birds, in memory. Python's own library is all it needs."""

import json
import os
import sys
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from urllib.parse import unquote

KEY = os.environ["SIGHTINGS_API_KEY"]
LOCK = Lock()
# A sighting of an earlier year, which no request can create.
SIGHTINGS = {1: {"id": 1, "species": "Swift", "place": None, "seen_at": "2020-05-04T05:00:00Z"}}


def refused(status, message):
    return status, {"error": message}


def record(body):
    species, place = body.get("species"), body.get("place")
    if species is None:
        return refused(422, "A species is needed")
    if not isinstance(species, str) or not 1 <= len(species) <= 60:
        return refused(422, "A species has 1 to 60 characters")
    if not isinstance(place, str | None):
        return refused(422, "A place is a text")
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    number = len(SIGHTINGS) + 1
    SIGHTINGS[number] = {"id": number, "species": species, "place": place, "seen_at": now}
    return 201, SIGHTINGS[number]


def respond(method, path, body):
    match method, path:
        case "POST", ["sightings"]:
            return record(body)
        case "GET", ["sightings"]:
            return 200, {"sightings": [it for it in SIGHTINGS.values() if it]}
        case ("GET" | "DELETE"), ["sightings", name]:
            number = int(name) if name.isdecimal() else 0
            sighting = SIGHTINGS.get(number)
            if sighting is None:
                return refused(404, f"No sighting {name}")
            if method == "GET":
                return 200, sighting
            if sighting["seen_at"] < datetime.now(UTC).strftime("%Y"):
                return refused(409, "Sightings of earlier years stay")
            SIGHTINGS[number] = None
            return 204, None
    return refused(404, "No such path")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do(self):
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        key = self.headers.get("Sightings-Key")
        if key != KEY:
            status, body = refused(401, "The key is wrong" if key else "A key is needed")
        else:
            path = [unquote(part) for part in self.path.partition("?")[0].split("/")[1:]]
            try:
                with LOCK:
                    status, body = respond(self.command, path, json.loads(sent or "{}"))
            except ValueError:
                status, body = refused(400, "The body is not JSON")
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_DELETE = do

    def log_message(self, *_):
        pass


host, port = sys.argv[1].rsplit(":", 1)
server = ThreadingHTTPServer((host, int(port)), Handler)
print(f"listening on http://{sys.argv[1]}", flush=True)
server.serve_forever()
