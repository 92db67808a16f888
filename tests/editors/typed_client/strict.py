"""Checks that every message of a recorded session conforms to the protocol.

Each message of the server is read into lsprotocol's type and written again. What the library quietly converts or
drops (a text where a boolean belongs, a field that the protocol does not have) is then a difference."""

import json
from typing import Union

from lsprotocol import converters
from lsprotocol import types as t

CONVERTER = converters.get_converter()


def command_or_action(sent, _):
    """The library takes an action without an edit for a command; they differ in the type of `command`."""
    return CONVERTER.structure(sent, t.Command if isinstance(sent.get("command"), str) else t.CodeAction)


CONVERTER.register_structure_hook(Union[t.Command, t.CodeAction], command_or_action)
REQUESTS_OF_OURS = {"referee/references"}


def differences(sent, read, path=""):
    """Returns the differences between a message and its round trip through the types."""
    if isinstance(sent, dict) and isinstance(read, dict):
        for name, value in sent.items():
            if name in read:
                yield from differences(value, read[name], f"{path}/{name}")
            elif value is not None:
                yield f"{path}/{name}: the protocol has no such field, or it was dropped: {value!r}"
        for name, value in read.items():
            if name not in sent and value is not None:
                yield f"{path}/{name}: missing, was filled in with {value!r}"
    elif isinstance(sent, list) and isinstance(read, list) and len(sent) == len(read):
        for index, (one, other) in enumerate(zip(sent, read)):
            yield from differences(one, other, f"{path}[{index}]")
    else:
        numbers = all(isinstance(it, (int, float)) and not isinstance(it, bool) for it in (sent, read))
        if sent != read or (type(sent) is not type(read) and not numbers):
            yield f"{path}: {sent!r} became {read!r}"


def reasons(error):
    """Returns the innermost reasons why a message did not match its type."""
    inner = getattr(error, "exceptions", None)
    if inner:
        return [reason for each in inner for reason in reasons(each)]
    return [f"{type(error).__name__}: {error}"]


def check(lines):
    """Returns (number of the server's messages, complaints)."""
    asked, complaints, count = {}, [], 0
    for line in lines:
        mark, message = line[:1], json.loads(line[2:])
        if mark == ">":
            if "method" in message and "id" in message:
                asked[message["id"]] = message["method"]
            continue
        count += 1
        if message.get("jsonrpc") != "2.0":
            complaints.append(f"no version: {message}")
        if "method" in message:
            what, of_type = message["method"], t.METHOD_TO_TYPES.get(message["method"], (None,))[0]
        elif "error" in message:
            error = message["error"]
            if not (isinstance(error.get("code"), int) and isinstance(error.get("message"), str)):
                complaints.append(f"error: {error}")
            continue
        else:
            method = asked.get(message.get("id"))
            if method in REQUESTS_OF_OURS:
                continue
            what, of_type = f"answer to {method}", t.METHOD_TO_TYPES.get(method, (None, None))[1]
        if of_type is None:
            complaints.append(f"{what}: the protocol has no such message")
            continue
        try:
            read = CONVERTER.unstructure(CONVERTER.structure(message, of_type), unstructure_as=of_type)
            read = json.loads(json.dumps(read))
        except Exception as error:  # noqa: BLE001 - whatever the types refuse is a finding
            complaints.append(f"{what}: does not fit: {'; '.join(reasons(error))}")
            continue
        complaints.extend(f"{what}: {difference}" for difference in differences(message, read))
    return count, complaints
