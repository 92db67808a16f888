/** The entry point of the extension: connects the server, the status bar, the views and the
 * commands. */

import * as vscode from "vscode";
import { type Health, Server } from "./server";
import { Status } from "./status";
import { ReferencesView } from "./references";
import { Documents } from "./documents";
import { EvidenceView } from "./evidence";
import { isReviewable, type Manifest, standInLanguage } from "./languages";
import { registerCommands } from "./commands";
import { registerSuppression } from "./suppression";
import { SupportView } from "./support";
import { walkthrough } from "./walkthrough";

let server: Server | undefined;

/** The API for other extensions and for the tests. */
export interface Api {
  /** Returns the state of the server. */
  health(): Health;
}

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const documents = new Documents();
  const evidence = new EvidenceView(documents);
  const started = new Server(context, { documents, evidence });
  server = started;
  const status = new Status(started);
  const references = new ReferencesView(started);
  const support = new SupportView(started);
  context.subscriptions.push(documents, evidence, started, status, references, support);
  context.subscriptions.push(...registerCommands(context, started, references, documents));
  context.subscriptions.push(
    registerSuppression((action) => started.resolve(action)),
    // The server restarts without the restrictions of an untrusted workspace.
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("referee.server")) void started.restart();
    }),
    standInForGrammars(),
    walkthrough,
  );
  if (vscode.workspace.textDocuments.some(isReviewableDocument)) await started.start();
  else startAtFirstDocument(context, started);
  return { health: () => started.health };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function isReviewableDocument(document: vscode.TextDocument): boolean {
  const { languageId, fileName } = document;
  return isReviewable({ languageId, fileName, text: () => document.getText() });
}

/** Starts the server with the first reviewable document: one that is opened, or gets a citation. */
function startAtFirstDocument(context: vscode.ExtensionContext, started: Server): void {
  const look = (document: vscode.TextDocument) => {
    if (started.health === "stopped" && isReviewableDocument(document)) void started.start();
    if (started.health !== "stopped") waiting.dispose();
  };
  const waiting = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
    vscode.workspace.onDidSaveTextDocument(look),
  );
  context.subscriptions.push(waiting);
}

/** Highlights drafts in Quarto, R Markdown and Typst if no extension for them is installed. A
 * language chosen by the author is kept. */
function standInForGrammars(): vscode.Disposable {
  const seen = new Set<string>();
  const look = (document: vscode.TextDocument) => {
    const name = document.uri.toString();
    if (seen.has(name)) return;
    const language = standInLanguage(document.languageId, manifests());
    if (language === undefined) return;
    seen.add(name);
    void vscode.languages.setTextDocumentLanguage(document, language);
  };
  vscode.workspace.textDocuments.forEach(look);
  return vscode.workspace.onDidOpenTextDocument(look);
}

function manifests(): Manifest[] {
  return vscode.extensions.all.map((extension) => extension.packageJSON as Manifest);
}
