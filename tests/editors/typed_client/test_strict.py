"""Tests of the check: what it must report, and what it must not."""

import json

import strict


def complaints(message, asked=None):
    lines = [f"> {json.dumps(asked)}"] if asked else []
    return strict.check([*lines, f"< {json.dumps({'jsonrpc': '2.0', **message})}"])[1]


def published(**more):
    start = {"line": 0, "character": 0}
    diagnostic = {"range": {"start": start, "end": start}, "message": "m", **more}
    return {
        "method": "textDocument/publishDiagnostics",
        "params": {"uri": "file:///a", "diagnostics": [diagnostic]},
    }


def test_what_the_protocol_allows_passes():
    assert not complaints(published(severity=1, code="a/b", tags=[1], codeDescription={"href": "https://a"}))


def test_a_wrong_value_a_missing_field_and_an_unknown_field_are_found():
    assert complaints(published(severity="warn"))
    assert complaints(published(severity=9))
    assert complaints(published(bogus=1))
    assert complaints({"method": "textDocument/publishDiagnostics", "params": {"uri": "file:///a"}})
    assert complaints({"method": "nobody/knows", "params": {}})


def test_a_text_where_a_boolean_belongs_is_found():
    asked = {"id": 1, "method": "textDocument/codeAction"}
    action = {"title": "t", "isPreferred": "yes"}
    assert complaints({"id": 1, "result": [action]}, asked)
    assert not complaints({"id": 1, "result": [{**action, "isPreferred": True}]}, asked)


def test_an_action_that_runs_a_command_is_no_command():
    asked = {"id": 1, "method": "textDocument/codeAction"}
    command = {"title": "t", "command": "a.b", "arguments": []}
    assert not complaints({"id": 1, "result": [{"title": "t", "kind": "source.a", "command": command}, command]}, asked)
    assert complaints({"id": 1, "result": [{"title": "t", "command": {**command, "bogus": 1}}]}, asked)
