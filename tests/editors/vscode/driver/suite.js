// The tests that run in the extension host.
const assert = require("assert");
const { execFileSync } = require("child_process");
const path = require("path");
const vscode = require("vscode");

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
async function until(what, condition, patience = 60000) {
  for (const end = Date.now() + patience; Date.now() < end; await pause(50)) {
    const value = await condition();
    if (value) return value;
  }
  throw new Error(`waited in vain for ${what}`);
}
const file = (name) => vscode.Uri.file(path.join(vscode.workspace.workspaceFolders[0].uri.fsPath, name));
const codes = (uri) =>
  vscode.languages.getDiagnostics(uri).map((found) => (typeof found.code === "object" ? found.code.value : found.code));
const open = async (name) => {
  const document = await vscode.workspace.openTextDocument(file(name));
  await vscode.window.showTextDocument(document);
  return document;
};
const processes = () => {
  try {
    return execFileSync("pgrep", ["-P", String(process.pid), "-x", "referee"]).toString().trim().split("\n");
  } catch {
    return [];
  }
};

const suites = {
  everything: {
    "a list of a program's requirements starts no server": async () => {
      await open("requirements.txt");
      const api = await vscode.extensions.getExtension("referee-lsp.referee").activate();
      assert.strictEqual(api.health(), "stopped");
      assert.deepStrictEqual(processes(), []);
    },
    "the extension starts, and its server runs": async () => {
      await open("paper.md");
      const api = await vscode.extensions.getExtension("referee-lsp.referee").activate();
      await until(`the server to run, which is ${api.health()}`, () => api.health() === "running");
      assert.strictEqual(processes().length, 1);
    },
    "a wrong key is found in Markdown, LaTeX, Typst, Quarto and R Markdown": async () => {
      for (const name of ["paper.md", "chapter.tex", "essay.typ", "notebook.qmd", "analysis.Rmd"]) {
        const document = await open(name);
        const found = await until(`the finding in ${name}`, () =>
          vscode.languages.getDiagnostics(document.uri).find((it) => it.message.includes("smiht2020")),
        );
        assert.strictEqual(document.getText(found.range), "smiht2020");
        assert.strictEqual(found.source, "referee");
        assert.strictEqual(found.code.value, "citation/undefined-key");
      }
    },
    "Quarto, R Markdown and Typst have colours, brackets and wrapped lines without an extension for them": async () => {
      for (const [name, shown] of [
        ["notebook.qmd", "markdown"],
        ["analysis.Rmd", "markdown"],
        ["essay.typ", "referee-typst"],
      ]) {
        const document = await open(name);
        await until(`${name} to be shown as ${shown}`, () => document.languageId === shown);
        await until(`the finding in ${name}`, () => codes(document.uri).includes("citation/undefined-key"));
        const wraps = vscode.workspace.getConfiguration("editor", { uri: document.uri, languageId: shown }).get("wordWrap");
        assert.strictEqual(wraps, "on", name);
      }
    },
    "a draft in Org and one in reStructuredText are reviewed": async () => {
      for (const name of ["thesis.org", "manual.rst"]) {
        const document = await open(name);
        await until(`the finding in ${name}`, () => codes(document.uri).includes("citation/undefined-key"));
      }
    },
    "a fix edits the draft, and one undo takes it back": async () => {
      const document = await open("paper.md");
      const before = document.getText();
      const place = document.positionAt(before.indexOf("smiht2020") + 2);
      const action = await until("the fix", async () => {
        const range = new vscode.Range(place, place);
        const all = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", document.uri, range, undefined, 10);
        return all.find((it) => it.title.includes("smith2020"));
      });
      assert(action.edit, "the edit was worked out");
      assert(await vscode.workspace.applyEdit(action.edit));
      assert(!document.getText().includes("smiht2020"));
      await until("the finding to go", () => !codes(document.uri).includes("citation/undefined-key"));
      await vscode.commands.executeCommand("undo");
      assert.strictEqual(document.getText(), before);
    },
    "one fault is one problem, which begins with a short sentence and names the cause": async () => {
      const document = await open("paper.md");
      await until("the finding", () => codes(document.uri).includes("citation/undefined-key"));
      const found = vscode.languages.getDiagnostics(document.uri).filter((it) => it.message.includes("smiht2020"));
      assert.strictEqual(found.length, 1, found.map((it) => it.message).join("\n"));
      const [first] = found[0].message.split(/(?<=[.?!]) /);
      assert(first.length <= 90 && first.includes("smiht2020"), first);
      assert(found[0].message.includes("Did you mean “smith2020”?"), found[0].message);
      const elsewhere = vscode.languages.getDiagnostics(file("refs.bib")).filter((it) => it.message.includes("smiht2020"));
      assert.deepStrictEqual(elsewhere, []);
    },
    "the card says why a work was retracted, and shows the beginning of its abstract": async () => {
      const document = await open("retracted.md");
      const at = document.positionAt(document.getText().indexOf("quill2011") + 2);
      const text = await until("the card", async () => {
        const all = await vscode.commands.executeCommand("vscode.executeHoverProvider", document.uri, at);
        const said = all.flatMap((hover) => hover.contents.map((part) => part.value ?? part)).join("\n");
        return said.includes("Retract") && said;
      });
      assert.match(text, /Reason: Concerns\/Issues About Data/);
      assert.match(text, /\*\*Abstract:\*\* Whales were heard/);
      assert(!text.includes("END OF THE ABSTRACT"), "a long abstract is cut");
    },
    "a field that differs is one problem at the citation, which leads to the field, and is mended from both": async () => {
      const document = await open("differs.md");
      const bibliography = file("differs.bib");
      const found = await until("the problem", () =>
        vscode.languages.getDiagnostics(document.uri).find((it) => it.code?.value === "citation/differs"),
      );
      assert(found.relatedInformation.some(({ location }) => location.uri.toString() === bibliography.toString()), "it leads to the field");
      assert.deepStrictEqual(codes(bibliography), []);
      const entries = await open("differs.bib");
      const at = entries.positionAt(entries.getText().indexOf("{1999}") + 2);
      const offered = async (uri, place) => {
        const all = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", uri, new vscode.Range(place, place));
        return all.some((it) => it.title.includes("2020"));
      };
      await until("the fix at the field", () => offered(bibliography, at));
      await until("the fix at the citation", () => offered(document.uri, found.range.start));
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    },
    "a note is held against its visit: the passage opens, and both files are followed while they are edited": async () => {
      const note = await open("visit-note.md");
      const dose = () => vscode.languages.getDiagnostics(note.uri).find((it) => it.code?.value === "source/dose-differs");
      const found = await until("the dose", dose);
      assert(note.getText(found.range).includes("40"), note.getText(found.range));
      const [{ location }] = found.relatedInformation;
      assert.strictEqual(location.uri.toString(), file("visit.txt").toString());
      const visit = await open("visit.txt");
      assert.match(visit.getText(location.range), /twenty milligrams/);
      // The visit is edited, not saved.
      const change = async (document, before, after) => {
        const at = document.getText().indexOf(before);
        assert(at >= 0, before);
        const edit = new vscode.WorkspaceEdit();
        edit.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + before.length)), after);
        await vscode.workspace.applyEdit(edit);
      };
      await change(visit, "twenty milligrams", "forty milligrams");
      await until("the finding to go with the edit of the visit", () => !dose());
      await change(note, "40 mg", "80 mg");
      await until("a finding at the edit of the note", () => dose()?.message.includes("80"));
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await open("visit-note.md");
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    },
    "what changes no meaning is mended in the whole file by one action": async () => {
      const document = await open("mechanical.md");
      await until("the findings", () => codes(document.uri).filter((code) => code === "statistics/impossible-p").length === 2);
      const before = document.getText();
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      const [all] = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", document.uri, whole, "source.fixAll.referee", 5);
      assert(all?.edit, "it is offered");
      await vscode.workspace.applyEdit(all.edit);
      assert.strictEqual(document.getText().match(/0\.001/g)?.length, 2, document.getText());
      await vscode.commands.executeCommand("undo");
      assert.strictEqual(document.getText(), before);
    },
    "the entries of a bibliography are sorted on request": async () => {
      const configuration = vscode.workspace.getConfiguration("referee");
      await configuration.update("documents.sort_entries", true, vscode.ConfigurationTarget.Global);
      const document = await open("refs.bib");
      const before = document.getText();
      const order = (text) => [...text.matchAll(/@\w+\{([^,]+),/g)].map(([, key]) => key);
      const wanted = order(before).sort();
      assert.notDeepStrictEqual(order(before), wanted);
      const sorted = await until("the entries by their keys", async () => {
        const edits = await vscode.commands.executeCommand("vscode.executeFormatDocumentProvider", document.uri, { tabSize: 2, insertSpaces: true });
        const edit = new vscode.WorkspaceEdit();
        edit.set(document.uri, edits ?? []);
        await vscode.workspace.applyEdit(edit);
        const now = order(document.getText());
        await vscode.commands.executeCommand("undo");
        return now.join() === wanted.join() && now;
      });
      assert.deepStrictEqual(sorted, wanted);
      assert.strictEqual(document.getText(), before);
      await configuration.update("documents.sort_entries", undefined, vscode.ConfigurationTarget.Global);
    },
    "a key under the cursor is marked wherever it stands": async () => {
      const document = await open("paper.md");
      const at = document.positionAt(document.getText().indexOf("okafor1998") + 2);
      const marked = await until("the marks", async () => {
        const all = await vscode.commands.executeCommand("vscode.executeDocumentHighlights", document.uri, at);
        return all?.length ? all : undefined;
      });
      assert.deepStrictEqual(marked.map(({ range }) => document.getText(range).replace(/^@/, "")), ["okafor1998"]);
    },
    "a bibliography is laid out without a word of it changed": async () => {
      const document = await open("refs.bib");
      const before = document.getText();
      const edits = await until("the layout", () =>
        vscode.commands.executeCommand("vscode.executeFormatDocumentProvider", document.uri, { tabSize: 2, insertSpaces: true }),
      );
      const edit = new vscode.WorkspaceEdit();
      edit.set(document.uri, edits);
      await vscode.workspace.applyEdit(edit);
      const bare = (text) => text.replace(/[\s,]/g, "");
      assert.notStrictEqual(document.getText(), before, "one line for each field");
      assert.strictEqual(bare(document.getText()), bare(before));
      await vscode.commands.executeCommand("undo");
      assert.strictEqual(document.getText(), before);
    },
    "a rule is explained on a page that is nobody's file": async () => {
      const dirty = () => vscode.workspace.textDocuments.filter((it) => it.isDirty).map((it) => it.uri.toString());
      const before = dirty();
      await vscode.commands.executeCommand("referee.explainRule", "citation/undefined-key");
      const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      await until("the page", () => tabs().some((tab) => tab.label.includes("citation undefined-key")));
      assert.deepStrictEqual(dirty(), before);
      assert(tabs().every((tab) => !tab.isDirty || before.includes(tab.input?.uri?.toString())), "a tab is dirty");
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    },
    "a bibliography with unsaved edits counts as it is in the editor": async () => {
      const paper = await open("paper.md");
      await until("the finding", () => codes(paper.uri).includes("citation/undefined-key"));
      const bibliography = await open("refs.bib");
      const edit = new vscode.WorkspaceEdit();
      edit.insert(bibliography.uri, new vscode.Position(0, 0), "@book{smiht2020, author = {Smiht, A}, title = {New}, year = {2020}}\n");
      await vscode.workspace.applyEdit(edit);
      assert(bibliography.isDirty);
      await until("the finding to go", () => !codes(paper.uri).includes("citation/undefined-key"));
      await vscode.commands.executeCommand("workbench.action.files.revert");
      await until("the finding to come back", () => codes(paper.uri).includes("citation/undefined-key"));
    },
    "a file of a virtual workspace is reviewed by itself, and nobody is accused of what cannot be read": async () => {
      // A virtual file system of an extension, like that of a repository without a local clone.
      const text = "---\nbibliography: refs.bib\n---\n\n# Results\n\nA difference (p = 1.7), as was shown [@smith2020].\n";
      const stat = { type: vscode.FileType.File, ctime: 0, mtime: 0, size: text.length };
      const nothing = () => undefined;
      const missing = (uri) => {
        throw vscode.FileSystemError.FileNotFound(uri);
      };
      const provider = {
        onDidChangeFile: new vscode.EventEmitter().event,
        watch: () => new vscode.Disposable(nothing),
        stat: (uri) => (uri.path === "/paper.md" ? stat : missing(uri)),
        readFile: (uri) => (uri.path === "/paper.md" ? new TextEncoder().encode(text) : missing(uri)),
        readDirectory: () => [["paper.md", vscode.FileType.File]],
        createDirectory: nothing,
        writeFile: nothing,
        delete: nothing,
        rename: nothing,
      };
      const registered = vscode.workspace.registerFileSystemProvider("vscode-vfs", provider, { isReadonly: true });
      try {
        const document = await vscode.workspace.openTextDocument(vscode.Uri.parse("vscode-vfs://somewhere/paper.md"));
        await vscode.window.showTextDocument(document);
        await until("a finding of the text", () => codes(document.uri).includes("statistics/impossible-p"));
        await pause(1000);
        assert.deepStrictEqual(codes(document.uri), ["statistics/impossible-p"]);
      } finally {
        await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
        registered.dispose();
      }
    },
    "a key is renamed in the draft and in the bibliography": async () => {
      const document = await open("paper.md");
      const place = document.positionAt(document.getText().indexOf("okafor1998") + 2);
      const edit = await vscode.commands.executeCommand("vscode.executeDocumentRenameProvider", document.uri, place, "grace1998");
      const names = edit.entries().map(([uri]) => path.basename(uri.fsPath)).sort();
      assert(names.includes("paper.md") && names.includes("refs.bib"), names.join());
    },
    "a citation for a sentence is chosen and inserted, and one undo takes it back": async () => {
      // The command is missing if the server does not offer it.
      if (!(await vscode.commands.getCommands(true)).includes("referee.insertCitation")) return;
      const document = await open("paper.md");
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(document.lineCount, 0), "\nMetformin has an effect on mortality.\n");
      await vscode.workspace.applyEdit(edit);
      const before = document.getText();
      const place = document.positionAt(before.indexOf("Metformin has") + 4);
      vscode.window.activeTextEditor.selection = new vscode.Selection(place, place);
      const done = vscode.commands.executeCommand("referee.insertCitation");
      await until("the citation", async () => {
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        await pause(250);
        return document.getText().includes("@smith2020");
      });
      await done;
      await vscode.commands.executeCommand("undo");
      assert.strictEqual(document.getText(), before);
      await vscode.commands.executeCommand("workbench.action.files.revert");
    },
    "settings that are not set are not sent: the workspace's referee.toml holds": async () => {
      // referee.toml turns the rule off; the editor's default is on.
      const bibliography = await open("refs.bib");
      await pause(1500);
      assert(!codes(bibliography.uri).includes("citation/unused-entry"));
    },
    "a rule that the author switches off is silent at once": async () => {
      const document = await open("paper.md");
      await until("the finding", () => codes(document.uri).includes("citation/undefined-key"));
      const configuration = vscode.workspace.getConfiguration("referee");
      await configuration.update("rules", { "citation/undefined-key": "off" }, vscode.ConfigurationTarget.Global);
      await until("the finding to go", () => !codes(document.uri).includes("citation/undefined-key"));
      await configuration.update("rules", undefined, vscode.ConfigurationTarget.Global);
      await until("the finding to come back", () => codes(document.uri).includes("citation/undefined-key"));
    },
    "a workspace cannot widen what the author allows": async () => {
      const configuration = vscode.workspace.getConfiguration("referee");
      for (const key of ["network", "llm.base_url", "library.path", "sources.pubmed.base_url", "contact"]) {
        await assert.rejects(() => Promise.resolve(configuration.update(key, "allow", vscode.ConfigurationTarget.Workspace)), key);
      }
    },
    "commands of the server are there when it offers them, and only then": async () => {
      const all = await vscode.commands.getCommands(true);
      assert(all.includes("referee.restart") && all.includes("referee.pickReference"));
      const declared = vscode.extensions.getExtension("referee-lsp.referee").packageJSON.contributes.commands;
      for (const { command } of declared) {
        const hidden = !all.includes(command);
        if (hidden) assert(/insert|hypo|research|Evidence|verify|Support|allow|strip|refresh|write/.test(command), `${command} is dead`);
      }
    },
    "our keys collide with none of the editor's": async () => {
      const defaults = await vscode.workspace.openTextDocument(vscode.Uri.parse("vscode://defaultsettings/keybindings.json"));
      const rows = JSON.parse(defaults.getText().replace(/^\s*\/\/.*$/gm, "").replace(/,(\s*[\]}])/g, "$1"));
      const ours = rows.filter((row) => row.command.startsWith("referee."));
      for (const { key } of ours) {
        const same = rows.filter((row) => row.key === key && !row.command.startsWith("referee."));
        assert.deepStrictEqual(same.map((row) => row.command), [], `${key} is taken`);
      }
      assert(rows.length > 300, `only ${rows.length} keys were read`);
    },
    "a server that is killed comes back with the unsaved text": async () => {
      const document = await open("paper.md");
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(document.lineCount, 0), "\nUnsaved [@nobody1999].\n");
      await vscode.workspace.applyEdit(edit);
      const unsaved = () => vscode.languages.getDiagnostics(document.uri).some((it) => it.message.includes("nobody1999"));
      await until("the finding", unsaved);
      const [before] = processes();
      assert(before, "the server's process is seen");
      process.kill(Number(before), "SIGKILL");
      await until("another process", () => processes()[0] !== undefined && processes()[0] !== before);
      await until("the finding in the unsaved text", unsaved);
    },
    "the server starts anew by command": async () => {
      const before = processes()[0];
      await vscode.commands.executeCommand("referee.restart");
      await until("another process", () => processes().length === 1 && processes()[0] !== before);
    },
    "the example opens as a copy": async () => {
      await vscode.commands.executeCommand("referee.openExample");
      const document = vscode.window.activeTextEditor.document;
      assert(document.getText().includes("metformin"));
      await until("its findings", () => codes(document.uri).includes("citation/undefined-key"));
    },
  },
};

exports.run = async (name) => {
  const tests = [];
  for (const [title, test] of Object.entries(suites[name])) {
    try {
      await test();
      tests.push({ name: title });
    } catch (error) {
      tests.push({ name: title, error: String(error.stack) });
      // Without a server the other tests would only time out.
      if (tests.length === 1) break;
    }
  }
  return { version: vscode.version, tests };
};
