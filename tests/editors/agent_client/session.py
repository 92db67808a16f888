"""A session of `referee mcp` with the reference client: python session.py PATH_OF_REFEREE, or session.py URL TOKEN for
one over HTTP. The client checks each result against the schema that the tool declares."""

import asyncio
import contextlib
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


@contextlib.asynccontextmanager
async def streams():
    """Where messages are read from and written to."""
    if len(sys.argv) == 2:
        server = StdioServerParameters(command=sys.argv[1], args=["mcp"], env=dict(os.environ))
        async with stdio_client(server) as (read, write):
            yield read, write
    else:
        from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

        headers = {"authorization": f"Bearer {sys.argv[2]}"}
        async with create_mcp_http_client(headers=headers) as client:
            async with streamable_http_client(sys.argv[1], http_client=client) as (read, write, *_):
                yield read, write


async def main() -> None:
    async with streams() as (read, write), ClientSession(read, write) as session:
        started = await session.initialize()
        name = getattr(started, "server_info", None) or started.serverInfo
        assert name.name == "referee", started

        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert {"check_references", "find_mechanism"} <= tools and len(tools) == 8, tools

        heard = []

        async def progress(done, total, message):
            heard.append((done, total))

        checked = given(
            await session.call_tool(
                "check_references",
                {"references": ["Smith A, Lindqvist B. Effect of Metformin on mortality. Journal of Examples. 2020."]},
                progress_callback=progress,
            )
        )
        assert [one["verdict"] for one in checked["references"]] == ["verified"], checked
        assert heard and heard[-1][0] == heard[-1][1], heard

        for tool, arguments in [
            ("verify_identifier", {"identifier": "10.5555/example.1"}),
            ("find_citation", {"sentence": "Metformin and mortality"}),
            ("find_mechanism", {"question": "metformin mortality"}),
            ("check_support", {"sentence": "Metformin lowers mortality.", "work": "10.5555/example.1"}),
            ("retraction_status", {"identifiers": ["10.5555/example.1"]}),
            ("search_library", {"query": "metformin"}),
            (
                "compare_note",
                {"note": "Lisinopril 40 mg daily.", "sources": [{"name": "visit.txt", "text": "Lisinopril 20 mg daily."}]},
            ),
        ]:
            given(await session.call_tool(tool, arguments))

        # Hostile arguments get errors, and the session continues.
        for tool, arguments in [
            ("check_references", {"text": "x" * 10_000_000}),
            ("check_references", {"text": 1}),
            ("search_library", {"query": "\u0000\u001b"}),
            ("search_library", {}),
            ("no_such_tool", {}),
        ]:
            try:
                result = await session.call_tool(tool, arguments)
            except Exception as error:
                assert "MCPError" in type(error).__name__ or "McpError" in type(error).__name__, repr(error)
            else:
                assert is_error(result), (tool, result)

        resources = (await session.list_resources()).resources
        report = await session.read_resource(resources[0].uri)
        assert "verified" in report.contents[0].text, report
        record = await session.read_resource("referee://record/10.5555%2Fexample.1")
        assert json.loads(record.contents[0].text)["record"]["year"] == 2020, record
    print("all went well")


def is_error(result) -> bool:
    return bool(getattr(result, "is_error", None) or getattr(result, "isError", None))


def given(result):
    assert not is_error(result), result
    return getattr(result, "structured_content", None) or result.structuredContent


asyncio.run(main())
