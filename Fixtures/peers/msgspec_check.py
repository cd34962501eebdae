"""python3 msgspec_check.py CONTRACT LINES: counts the lines that msgspec does not take."""

import datetime
import sys
from typing import Annotated, Optional

import msgspec

from contract import Contract, tell

contract = Contract(sys.argv[1])
SCALARS = {
    "int": int, "float": float, "str": str, "bool": bool,
    "date": Annotated[datetime.datetime, msgspec.Meta(tz=True)],
}
structs = {}


def made(type):
    if type[0] == "list":
        return list[made(type[1])]
    return struct(type[1]) if type[0] == "object" else SCALARS[type[0]]


def struct(name):
    if name not in structs:
        fields, keys = [], {}
        # Members without a default come first.
        for number, field in enumerate(sorted(contract.objects[name], key=lambda it: it.is_optional)):
            type = Optional[made(field.type)] if field.is_nullable else made(field.type)
            keys[f"f{number}"] = field.key
            if field.is_optional:
                fields.append((f"f{number}", type | msgspec.UnsetType, msgspec.UNSET))
            else:
                fields.append((f"f{number}", type))
        structs[name] = msgspec.defstruct(name, fields, rename=keys)
    return structs[name]


class Event(msgspec.Struct):
    event: str
    data: msgspec.Raw


if contract.events:
    events = msgspec.json.Decoder(Event)
    decoders = {event: msgspec.json.Decoder(struct(name)) for event, name in contract.events.items()}

    def check(line):
        event = events.decode(line)
        decoders[event.event].decode(event.data)
else:
    check = msgspec.json.Decoder(struct(contract.root)).decode

record_count = refused_count = 0
with open(sys.argv[2], "rb") as lines:
    for line in lines:
        record_count += 1
        try:
            check(line)
        except msgspec.DecodeError:
            refused_count += 1
tell(record_count, refused_count)
