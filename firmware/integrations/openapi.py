"""The description of the API for other programs: OpenAPI 3.1, made from the types that are sent."""

from typing import Any, get_args

import msgspec
import msgspec.structs

from firmware.events import Event
from firmware.standing.message import MatchStanding

REFERENCE = "#/components/schemas/{name}"
_PLACE = {"type": "integer", "minimum": 0}
_EVENT = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"enum": sorted(kind.tag for kind in get_args(Event))}},
    "description": "An event as the journal has it; docs/notation.md lists the fields of each kind.",
}
_MOMENT = {
    "type": "object",
    "required": ["session", "place", "t_ms", "events"],
    "properties": {
        "session": _PLACE,
        "place": _PLACE,
        "t_ms": {"type": "integer"},
        "events": {"type": "array", "items": {"$ref": REFERENCE.format(name="Event")}},
    },
    "description": "An entry of the journal with what it caused: the data of a message `moment`.",
}
_STATE = {
    "type": "object",
    "required": ["session", "place", "standing"],
    "properties": {
        "session": _PLACE,
        "place": {"type": "integer", "minimum": -1},
        "standing": {"$ref": REFERENCE.format(name="MatchStanding")},
    },
    "description": "How the newest match stands: the answer of /api/state, and the data of a message `standing`.",
}


def openapi(version: str) -> dict[str, Any]:
    """The document.

    Args:
        version: of the program.
    """
    _, schemas = msgspec.json.schema_components([_described()], ref_template=REFERENCE)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hakam", "version": version, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        "paths": {"/api/state": {"get": _state()}, "/api/events": {"get": _events()}, "/metrics": {"get": _metrics()}},
        "components": {"schemas": {**schemas, "State": _STATE, "Moment": _MOMENT, "Event": _EVENT}},
    }


def _described() -> type[msgspec.Struct]:
    """The standing with a type in the place of what is handed on unread, which msgspec cannot describe."""
    fields = [_field(one) for one in msgspec.structs.fields(MatchStanding)]
    return msgspec.defstruct(MatchStanding.__name__, fields, namespace={"__doc__": MatchStanding.__doc__})


def _field(one: msgspec.structs.FieldInfo) -> Any:
    if one.type is msgspec.Raw:
        return one.name, dict[str, Any] | None, None
    if one.required:
        return one.name, one.type
    factory = one.default_factory
    return (
        one.name,
        one.type,
        msgspec.field(default_factory=factory) if factory is not msgspec.NODEFAULT else one.default,
    )


def _state() -> dict[str, Any]:
    return {
        "operationId": "state",
        "summary": "How the newest match stands",
        "responses": {
            "200": _answer("application/json", {"$ref": REFERENCE.format(name="State")}, "the newest match"),
            "404": {"description": "no match is known yet"},
        },
    }


def _events() -> dict[str, Any]:
    words = (
        "Server-sent events: `moment` (id SESSION-PLACE, data Moment), `standing` (data State), `ping` (no data). "
        "Who comes back with the last id is told all that came after it, each once and in order."
    )
    place = {"type": "string", "pattern": "^[0-9]+-[0-9]+$", "examples": ["3-1042"]}
    return {
        "operationId": "events",
        "summary": "What happens, as it happens",
        "description": words,
        "parameters": [
            {"name": "Last-Event-ID", "in": "header", "schema": place},
            {"name": "since", "in": "query", "schema": place, "description": "the same, for those who set no header"},
        ],
        "responses": {"200": _answer("text/event-stream", {"type": "string"}, "messages without end")},
    }


def _metrics() -> dict[str, Any]:
    return {
        "operationId": "metrics",
        "summary": "The same in numbers, for Prometheus",
        "responses": {"200": _answer("text/plain", {"type": "string"}, "text format 0.0.4")},
    }


def _answer(kind: str, schema: dict[str, Any], words: str) -> dict[str, Any]:
    return {"description": words, "content": {kind: {"schema": schema}}}
