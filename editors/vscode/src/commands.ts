/** The commands of the extension itself. Those of the server are registered by the client when the server offers
 * them. */

import * as vscode from "vscode";
import { spawn } from "node:child_process";
import { find, surroundings } from "./find";
import type { Documents } from "./documents";
import type { Reference, ReferencesView } from "./references";
import type { Server } from "./server";

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
    register("referee.openLink", async (reference: Pick<Reference, "links">) => {
      const link = reference.links[0];
      if (link !== undefined) await vscode.env.openExternal(vscode.Uri.parse(link.target, true));
    }),
    register("referee.fixOrIgnore", async (reference: Reference) => {
      const place = reference.location ?? reference.citations[0];
      await open(place);
      const editor = vscode.window.activeTextEditor;
      const finding = editor && (await findingOf(reference, editor.document.uri));
      if (finding) {
        editor.selection = new vscode.Selection(finding.range.start, finding.range.start);
        editor.revealRange(finding.range);
      }
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

/** The gravest finding about a reference in a file that has just been opened; it stands on the field that is wrong. */
async function findingOf(reference: Reference, uri: vscode.Uri): Promise<vscode.Diagnostic | undefined> {
  for (const end = Date.now() + 3000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const about = vscode.languages.getDiagnostics(uri).filter((found) => {
      const data = (found as { data?: { key?: unknown } }).data;
      return found.source === "referee" && data?.key === reference.label;
    });
    const [gravest] = about.sort((a, b) => a.severity - b.severity);
    if (gravest !== undefined) return gravest;
  }
  return undefined;
}

async function pick(references: ReferencesView, open: (place: Place | null) => Promise<void>): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return;
  const all = await references.list(document.uri);
  all.sort((a, b) => Number(b.needsALook) - Number(a.needsALook));
  const chosen = await vscode.window.showQuickPick(
    all.map((reference) => ({
      label: reference.title === "" ? reference.label : reference.title,
      description: [...reference.notices, reference.verdict].join(", "),
      detail: reference.title === "" ? undefined : reference.label,
      reference,
    })),
    { placeHolder: "Go to a reference", matchOnDescription: true, matchOnDetail: true },
  );
  if (chosen !== undefined) await open(chosen.reference.citations[0] ?? chosen.reference.location);
}

/** Shows what a rule flags; the rule of the finding under the cursor where none is named. */
async function explain(context: vscode.ExtensionContext, documents: Documents, given?: string): Promise<void> {
  const rule = given ?? ruleHere() ?? (await vscode.window.showInputBox({ prompt: "Which rule?", value: "citation/" }));
  if (rule === undefined || rule === "") return;
  const setting = vscode.workspace.getConfiguration("referee").get<string>("server.path", "");
  const { program } = find(surroundings(setting, context.extensionPath));
  if (program === undefined) return;
  const { status, output, errors } = await run(program, ["--color", "never", "explain", rule]);
  if (status !== 0) {
    void vscode.window.showWarningMessage(`referee: ${errors.trim() || `${rule} cannot be explained`}`);
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

function run(program: string, args: string[]): Promise<{ status: number; output: string; errors: string }> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
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
  const target = vscode.Uri.joinPath(context.globalStorageUri, "example");
  await vscode.workspace.fs.createDirectory(target);
  for (const name of ["paper.md", "refs.bib", "library.nbib", "referee.toml"]) {
    const from = vscode.Uri.joinPath(context.extensionUri, "example", name);
    await vscode.workspace.fs.copy(from, vscode.Uri.joinPath(target, name), { overwrite: true });
  }
  await vscode.window.showTextDocument(vscode.Uri.joinPath(target, "paper.md"));
}
