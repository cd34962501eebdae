"""python3 pydantic_check.py CONTRACT LINES: counts the lines that pydantic does not take."""

import sys
from typing import Optional

import pydantic
import pydantic_core

from contract import Contract, tell

contract = Contract(sys.argv[1])
SCALARS = {
    "int": int, "float": float, "str": str, "bool": bool, "date": pydantic.AwareDatetime,
}
models = {}


def made(type):
    if type[0] == "list":
        return list[made(type[1])]
    return model(type[1]) if type[0] == "object" else SCALARS[type[0]]


def model(name):
    if name not in models:
        fields = {}
        for number, field in enumerate(contract.objects[name]):
            type = Optional[made(field.type)] if field.is_nullable else made(field.type)
            default = None if field.is_optional else ...
            fields[f"f{number}"] = (type, pydantic.Field(default, alias=field.key))
        models[name] = pydantic.create_model(
            name, __config__=pydantic.ConfigDict(strict=True), **fields)
    return models[name]


checks = {
    event: pydantic.create_model(
        "Event", __config__=pydantic.ConfigDict(strict=True), data=(model(name), ...)
    ).model_validate_json
    for event, name in contract.events.items()
}
check_body = model(contract.root).model_validate_json


def event_of(line):
    # The name stands first, so that the line is read once.
    start = line.index(b'"event":"') + len(b'"event":"')
    return line[start : line.index(b'"', start)].decode()


record_count = refused_count = 0
with open(sys.argv[2], "rb") as lines:
    for line in lines:
        record_count += 1
        try:
            (checks[event_of(line)] if checks else check_body)(line)
        except pydantic_core.ValidationError:
            refused_count += 1
tell(record_count, refused_count)
