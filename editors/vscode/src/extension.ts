/** Where the extension begins: it brings the server, the status bar, the view and the commands together. */

import * as vscode from "vscode";
import { type Health, Server } from "./server";
import { Status } from "./status";
import { ReferencesView } from "./references";
import { Documents } from "./documents";
import { EvidenceView } from "./evidence";
import { registerCommands } from "./commands";

let server: Server | undefined;

/** What other extensions, and the tests, may ask. */
export interface Api {
  /** How the server is. */
  health(): Health;
}

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const documents = new Documents();
  const evidence = new EvidenceView(documents);
  server = new Server(context, { documents, evidence });
  const status = new Status(server);
  const references = new ReferencesView(server);
  context.subscriptions.push(documents, evidence, server, status, references);
  context.subscriptions.push(...registerCommands(context, server, references, documents));
  context.subscriptions.push(
    // What an untrusted workspace may not have, a trusted one gets: the server starts anew without the limits.
    vscode.workspace.onDidGrantWorkspaceTrust(() => server?.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("referee.server")) void server?.restart();
    }),
  );
  await server.start();
  const started = server;
  return { health: () => started.health };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
