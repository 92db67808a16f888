/** The commands of the extension itself. The client registers those of the server when the server
 * offers them. */

import * as vscode from "vscode";
import { spawn } from "node:child_process";
import { find, surroundings } from "./find";
import type { Documents } from "./documents";
import { type Reference, type ReferencesView, stateOf } from "./references";
import type { Server } from "./server";
import { walkthrough } from "./walkthrough";

type Place = Reference["citations"][number];

export function registerCommands(
  context: vscode.ExtensionContext,
  server: Server,
  references: ReferencesView,
  documents: Documents,
): vscode.Disposable[] {
  const register = vscode.commands.registerCommand;
  const open = async (place: Place | null | undefined) => {
    if (place === null || place === undefined) return;
    await vscode.window.showTextDocument(vscode.Uri.parse(place.uri), { selection: server.range(place.range) });
  };
  return [
    register("referee.restart", () => server.restart()),
    register("referee.showLog", () => server.log.show()),
    register("referee.refreshReferences", () => references.refresh()),
    register("referee.goToCitation", (reference: Reference) => open(reference.citations[0] ?? reference.location)),
    register("referee.goToEntry", (reference: Reference) => open(reference.location)),
    register("referee.openLink", openLink),
    register("referee.zoteroRetractions", () => showZoteroRetractions(context, documents)),
    register("referee.fixOrIgnore", async (reference: Reference) => {
      // One problem is shown once: in the draft at the citation, or at the entry, each with a link
      // to the other.
      const home = reference.location ?? reference.citations[0];
      const shown = [reference.citations[0], reference.location].flatMap((place) => place?.uri ?? []);
      const finding = await findingOf(reference, [...new Set(shown)]);
      const there = finding?.found.relatedInformation?.find(({ location }) => location.uri.toString() === home?.uri);
      await open(home);
      const editor = vscode.window.activeTextEditor;
      const range = there?.location.range ?? (finding?.uri === home?.uri ? finding?.found.range : undefined);
      if (editor !== undefined && range !== undefined) {
        editor.selection = new vscode.Selection(range.start, range.start);
        editor.revealRange(range);
      }
      await vscode.commands.executeCommand("editor.action.quickFix");
    }),
    register("referee.fixHere", async () => {
      walkthrough.markDone("fix");
      await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
      await vscode.commands.executeCommand("editor.action.quickFix");
    }),
    register("referee.pickReference", () => pick(references, open)),
    register("referee.explainRule", (rule?: string) => explain(context, documents, rule)),
    register("referee.openExample", () => openExample(context)),
    register("referee.toggleHints", async () => {
      const configuration = vscode.workspace.getConfiguration("referee");
      const on = configuration.get<boolean>("inlay_hints", false);
      await configuration.update("inlay_hints", !on, vscode.ConfigurationTarget.Global);
    }),
  ];
}

/** A finding and the file that shows it. */
interface PlacedDiagnostic {
  uri: string;
  found: vscode.Diagnostic;
}

/** Returns the most severe finding about a reference in the files that may show it. */
async function findingOf(reference: Reference, uris: string[]): Promise<PlacedDiagnostic | undefined> {
  for (const end = Date.now() + 3000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const all = uris.flatMap((uri): PlacedDiagnostic[] =>
      vscode.languages.getDiagnostics(vscode.Uri.parse(uri)).map((found) => ({ uri, found })),
    );
    const about = all.filter(({ found }) => {
      const data = (found as { data?: { key?: unknown } }).data;
      return found.source === "referee" && data?.key === reference.label;
    });
    const [gravest] = about.sort((a, b) => a.found.severity - b.found.severity);
    if (gravest !== undefined) return gravest;
  }
  return undefined;
}

/** Opens the page of a work or its file; the author chooses if there are several. */
async function openLink(reference: Pick<Reference, "links">): Promise<void> {
  const [first, ...others] = reference.links;
  if (first === undefined) return;
  const chosen =
    others.length === 0
      ? { target: first.target }
      : await vscode.window.showQuickPick(
          reference.links.map(({ title, target }) => ({ label: title, description: target, target })),
          { placeHolder: vscode.l10n.t("Which page?") },
        );
  if (chosen !== undefined) await vscode.env.openExternal(vscode.Uri.parse(chosen.target, true));
}

/** Asks the program which items of the author's Zotero were retracted, and shows the answer. */
async function showZoteroRetractions(context: vscode.ExtensionContext, documents: Documents): Promise<void> {
  const program = programOf(context);
  if (program === undefined) return;
  const folder = vscode.window.activeTextEditor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const home = folder && vscode.workspace.getWorkspaceFolder(folder)?.uri;
  // Do not read the settings of an untrusted folder; the check itself does not use the network.
  const cwd = home?.scheme === "file" && vscode.workspace.isTrusted ? home.fsPath : undefined;
  const title = vscode.l10n.t("Checking Zotero for retractions");
  const progress = { location: vscode.ProgressLocation.Notification, title };
  const { output, errors } = await vscode.window.withProgress(progress, () =>
    run(program, ["--color", "never", "zotero"], cwd),
  );
  const text = [output, errors].map((part) => part.trim()).find((part) => part !== "");
  await documents.show({ title: vscode.l10n.t("Retractions in Zotero"), text: text ?? "", language: "text" });
}

function programOf(context: vscode.ExtensionContext): string | undefined {
  const setting = vscode.workspace.getConfiguration("referee").get<string>("server.path", "");
  return find(surroundings(setting, context.extensionPath)).program;
}

async function pick(references: ReferencesView, open: (place: Place | null) => Promise<void>): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return;
  const all = await references.list(document.uri);
  all.sort((a, b) => Number(b.needsALook) - Number(a.needsALook));
  const chosen = await vscode.window.showQuickPick(
    all.map((reference) => ({
      label: reference.label,
      description: stateOf(reference),
      // Below the key, since a title may be as long as the list is wide.
      detail: reference.title,
      reference,
    })),
    { placeHolder: vscode.l10n.t("Go to a reference"), matchOnDetail: true },
  );
  if (chosen !== undefined) await open(chosen.reference.citations[0] ?? chosen.reference.location);
}

/** Shows the documentation of a rule; by default the rule of the finding under the cursor. */
async function explain(context: vscode.ExtensionContext, documents: Documents, given?: string): Promise<void> {
  const rule = given ?? ruleHere() ?? (await vscode.window.showInputBox({ prompt: vscode.l10n.t("Which rule?"), value: "citation/" }));
  if (rule === undefined || rule === "") return;
  const program = programOf(context);
  if (program === undefined) return;
  const { status, output, errors } = await run(program, ["--color", "never", "explain", rule]);
  if (status !== 0) {
    void vscode.window.showWarningMessage(`referee: ${errors.trim() || vscode.l10n.t("{0} cannot be explained", rule)}`);
    return;
  }
  await documents.show({ title: rule, text: output });
}

function ruleHere(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const here = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((found) => found.source === "referee" && found.range.contains(editor.selection.active));
  const code = here[0]?.code;
  return typeof code === "object" ? String(code.value) : code === undefined ? undefined : String(code);
}

function run(program: string, args: string[], cwd?: string): Promise<{ status: number; output: string; errors: string }> {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    child.stdout.on("data", (data: Buffer) => (output += data.toString()));
    child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
    child.on("error", (error) => done({ status: -1, output, errors: String(error) }));
    child.on("close", (status) => done({ status: status ?? -1, output, errors }));
  });
}

/** Opens a copy of the example, which the author may change. */
async function openExample(context: vscode.ExtensionContext): Promise<void> {
  walkthrough.markDone("example");
  const target = vscode.Uri.joinPath(context.globalStorageUri, "example");
  await vscode.workspace.fs.createDirectory(target);
  for (const name of ["paper.md", "refs.bib", "library.nbib", "referee.toml"]) {
    const from = vscode.Uri.joinPath(context.extensionUri, "example", name);
    await vscode.workspace.fs.copy(from, vscode.Uri.joinPath(target, name), { overwrite: true });
  }
  await vscode.window.showTextDocument(vscode.Uri.joinPath(target, "paper.md"));
}
