"""The part of a contract that the benchmark's have: mappings, and endpoints for events.

A type is a tuple: ("list", type), ("object", name), or ("int",), ("float",), ("str",), ("bool",), ("date",).
"""

import json
from typing import NamedTuple

SCALARS = {"Int": "int", "Double": "float", "String": "str", "Bool": "bool", "Date(iso8601)": "date"}


class Field(NamedTuple):
    key: str
    type: tuple
    is_optional: bool
    is_nullable: bool


def parsed(text):
    """The type that a line of a contract names, and whether it may be null."""
    text = text.split(": ", 1)[-1]
    if text.endswith("?"):
        return parsed(text[:-1])[0], True
    if text.startswith("["):
        return ("list", parsed(text[1:-1])[0]), False
    return (SCALARS[text],) if text in SCALARS else ("object", text), False


class Contract:
    def __init__(self, path):
        with open(path) as file:
            contract = json.load(file)
        self.objects = {
            name: [Field(key.rstrip("?"), *self._field(key, line)) for key, line in value["map"].items()]
            for name, value in contract["mappings"].items()
        }
        # By event; of files without events, the first mapping is what each line is.
        self.events = {
            name.removeprefix("event "): target for name, target in contract.get("endpoints", {}).items()
        }
        self.root = next(iter(self.objects))

    @staticmethod
    def _field(key, line):
        type, is_nullable = parsed(line)
        return type, key.endswith("?"), is_nullable


def tell(record_count, refused_count):
    print(f"{record_count} records, {refused_count} refused")
