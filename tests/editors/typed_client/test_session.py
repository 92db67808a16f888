"""A long session with an independent, typed client: with the capabilities of three editors, in three encodings."""

import asyncio
import os
import pathlib
import sys

import pytest
import pytest_lsp
import strict
from lsprotocol import types as t
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

HERE = pathlib.Path(__file__).parent
REFEREE = os.environ["EDITOR_TEST_BINARY"]
LOGS = pathlib.Path(os.environ["EDITOR_TEST_LOGS"])

BIB = """@article{smith2020,
  author = {Smith, Ada and Lindqvist, Bo},
  title = {Effect of Metformin on mortality},
  journal = {Journal of Examples},
  year = {2021},
  doi = {10.5555/example.1},
}

@book{okafor1998, author = {Okafor, Grace}, title = {Blood glucose}, year = {1998}}
"""
LIBRARY = """TY  - JOUR
AU  - Smith, Ada
AU  - Lindqvist, Bo
TI  - Effect of Metformin on mortality
JO  - Journal of Examples
PY  - 2020
DO  - 10.5555/example.1
ER  - 
"""
DRAFT = """---
bibliography: refs.bib
---

# Résumé 😀

😀 see [@smith2020; @okafor1998], “é” [@smiht2020].

## Methods

p = 0.000, as in doi:10.5555/example.1 (PMID: 12345678).
"""

EDITORS = [("visual_studio_code", "utf-16"), ("neovim", "utf-8"), ("emacs", "utf-32"), ("neovim", "utf-16")]


def columns(text, encoding):
    """Returns the length of a text in units of the encoding."""
    if encoding == "utf-32":
        return len(text)
    if encoding == "utf-8":
        return len(text.encode())
    return len(text.encode("utf-16-le")) // 2


class Session:
    """The draft, and positions in it in the encoding."""

    def __init__(self, client, folder, encoding, log):
        self.client, self.folder, self.encoding, self.log = client, folder, encoding, log
        self.uri = (folder / "paper.md").as_uri()
        self.document = t.TextDocumentIdentifier(uri=self.uri)
        self.lines = DRAFT.split("\n")

    def at(self, needle, behind=0):
        for number, line in enumerate(self.lines):
            if needle in line:
                before = line[: line.index(needle) + behind]
                return t.Position(line=number, character=columns(before, self.encoding))
        raise AssertionError(needle)

    def range(self, needle):
        return t.Range(start=self.at(needle), end=self.at(needle, len(needle)))

    async def until(self, what, condition, patience=60):
        for _ in range(patience * 50):
            found = condition()
            if asyncio.iscoroutine(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(0.02)
        raise AssertionError(f"waited in vain for {what}")


def answer_like_an_editor(client):
    """Accepts requests of the server other than the configuration, which the client answers itself."""
    for method in [
        t.CLIENT_REGISTER_CAPABILITY,
        t.WORKSPACE_CODE_LENS_REFRESH,
        t.WORKSPACE_INLAY_HINT_REFRESH,
    ]:
        client.feature(method)(lambda *_: None)
    # The author dismisses the question whether references may be looked up.
    client.feature(t.WINDOW_SHOW_MESSAGE_REQUEST)(lambda *_: None)


@pytest_lsp.fixture(
    params=EDITORS,
    ids=[f"{editor}-{encoding}" for editor, encoding in EDITORS],
    config=ClientServerConfig(
        server_command=[sys.executable, str(HERE / "recorder.py"), str(LOGS / "now.log"), REFEREE, "lsp"]
    ),
)
async def session(request, lsp_client: LanguageClient, tmp_path):
    editor, encoding = request.param
    for name, text in [("refs.bib", BIB), ("library.ris", LIBRARY), ("paper.md", DRAFT)]:
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "referee.toml").write_text('[library]\nfiles = ["library.ris"]\n', encoding="utf-8")
    log = LOGS / "now.log"
    capabilities = client_capabilities(editor)
    if capabilities.general is None:
        capabilities.general = t.GeneralClientCapabilities()
    capabilities.general.position_encodings = [t.PositionEncodingKind(encoding)]
    answer_like_an_editor(lsp_client)
    lsp_client.set_configuration({"referee": {"inlay_hints": True}})
    result = await lsp_client.initialize_session(
        t.InitializeParams(
            capabilities=capabilities,
            workspace_folders=[t.WorkspaceFolder(uri=tmp_path.as_uri(), name="draft")],
        )
    )
    assert result.capabilities.position_encoding == encoding
    lsp_client.text_document_did_open(
        t.DidOpenTextDocumentParams(
            text_document=t.TextDocumentItem(
                uri=(tmp_path / "paper.md").as_uri(), language_id="markdown", version=1, text=DRAFT
            )
        )
    )
    lsp_client.draft = Session(lsp_client, tmp_path, encoding, log)
    yield
    await lsp_client.shutdown_session()
    lines = log.read_text(encoding="utf-8").splitlines()
    log.rename(LOGS / f"{editor}-{encoding}.log")
    count, complaints = strict.check(lines)
    assert count > 20, f"only {count} messages"
    assert not complaints, "\n".join(complaints)


async def diagnostics(session):
    """Returns the shown diagnostics, pushed or pulled."""
    pulls = session.client.capabilities.text_document.diagnostic is not None
    if not pulls:
        return session.client.diagnostics.get(session.uri, [])
    report = await session.client.text_document_diagnostic_async(
        t.DocumentDiagnosticParams(text_document=session.document)
    )
    return report.items


@pytest.mark.asyncio
async def test_a_long_session(session: LanguageClient):
    client, session = session, session.draft

    async def undefined():
        return [it for it in await diagnostics(session) if it.code == "citation/undefined-key"]

    found = (await session.until("the finding", undefined))[0]
    assert found.range == session.range("smiht2020")

    async def differs():
        codes = {it.code for it in await diagnostics(session)}
        return codes if len(codes) > 1 else None

    await session.until("what the library says", differs)

    at = t.TextDocumentPositionParams(text_document=session.document, position=session.at("okafor1998"))
    hover = await client.text_document_hover_async(t.HoverParams(at.text_document, at.position))
    assert hover.range == session.range("okafor1998")
    definition = await client.text_document_definition_async(t.DefinitionParams(at.text_document, at.position))
    assert definition
    references = await client.text_document_references_async(
        t.ReferenceParams(
            context=t.ReferenceContext(include_declaration=True), text_document=at.text_document, position=at.position
        )
    )
    assert len(references) == 2
    prepared = await client.text_document_prepare_rename_async(
        t.PrepareRenameParams(at.text_document, at.position)
    )
    assert prepared
    edit = await client.text_document_rename_async(
        t.RenameParams(text_document=at.text_document, position=at.position, new_name="grace1998")
    )
    assert edit.changes or edit.document_changes
    with pytest.raises(Exception, match="already"):
        await client.text_document_rename_async(
            t.RenameParams(text_document=at.text_document, position=at.position, new_name="smith2020")
        )

    completion = await client.text_document_completion_async(
        t.CompletionParams(text_document=session.document, position=session.at("smiht2020", 3))
    )
    items = completion if isinstance(completion, list) else completion.items
    assert items
    resolved = await client.completion_item_resolve_async(items[0])
    assert resolved.documentation

    actions = await client.text_document_code_action_async(
        t.CodeActionParams(
            text_document=session.document,
            range=session.range("smiht2020"),
            context=t.CodeActionContext(diagnostics=[found]),
        )
    )
    assert actions
    for action in actions:
        if isinstance(action, t.CodeAction) and action.edit is None:
            assert (await client.code_action_resolve_async(action)).edit
    for kind in ["source.fixAll.referee", "refactor.rewrite", "quickfix", "source"]:
        await client.text_document_code_action_async(
            t.CodeActionParams(
                text_document=session.document,
                range=t.Range(t.Position(0, 0), t.Position(len(session.lines), 0)),
                context=t.CodeActionContext(diagnostics=[], only=[kind]),
            )
        )

    symbols = await client.text_document_document_symbol_async(t.DocumentSymbolParams(session.document))
    assert symbols
    assert await client.workspace_symbol_async(t.WorkspaceSymbolParams(query="metformin"))
    await client.text_document_folding_range_async(t.FoldingRangeParams(session.document))
    links = await client.text_document_document_link_async(t.DocumentLinkParams(session.document))
    for link in links or []:
        assert (await client.document_link_resolve_async(link)).target
    whole = t.Range(t.Position(0, 0), t.Position(len(session.lines), 0))
    for hint in await client.text_document_inlay_hint_async(t.InlayHintParams(session.document, whole)) or []:
        await client.inlay_hint_resolve_async(hint)
    bibliography = t.TextDocumentIdentifier(uri=(session.folder / "refs.bib").as_uri())
    client.text_document_did_open(
        t.DidOpenTextDocumentParams(
            text_document=t.TextDocumentItem(uri=bibliography.uri, language_id="bibtex", version=1, text=BIB)
        )
    )
    assert await client.text_document_code_lens_async(t.CodeLensParams(bibliography))
    listed = await client.protocol.send_request_async(
        "referee/references", {"textDocument": {"uri": session.uri}}
    )
    assert listed

    # An edit in the middle of a line fixes the wrong key; the finding disappears.
    client.text_document_did_change(
        t.DidChangeTextDocumentParams(
            text_document=t.VersionedTextDocumentIdentifier(version=2, uri=session.uri),
            content_changes=[
                t.TextDocumentContentChangePartial(range=session.range("smiht2020"), text="smith2020")
            ],
        )
    )

    async def mended():
        return not await undefined()

    await session.until("the finding to go", mended)
    client.text_document_did_save(t.DidSaveTextDocumentParams(session.document))
    client.workspace_did_change_configuration(t.DidChangeConfigurationParams(settings=None))
    client.workspace_did_change_watched_files(
        t.DidChangeWatchedFilesParams([t.FileEvent(bibliography.uri, t.FileChangeType.Changed)])
    )
    with pytest.raises(Exception):
        await client.workspace_execute_command_async(t.ExecuteCommandParams(command="nobody.knows"))
    client.text_document_did_close(t.DidCloseTextDocumentParams(bibliography))
    client.text_document_did_close(t.DidCloseTextDocumentParams(session.document))
