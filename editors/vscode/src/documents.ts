/** Read-only texts from the server: explanations, evidence, reports. They are shown in the editor
 * or in its Markdown preview, and exist only in memory. */

import * as vscode from "vscode";

const SCHEME = "referee";

export class Documents implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly onDidChange = this.changed.event;

  dispose(): void {
    this.registered.dispose();
    this.changed.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Shows a text in a second column; Markdown as a preview. */
  async show(document: { title?: string; text: string; language?: string }): Promise<void> {
    const markdown = document.language === undefined || document.language === "markdown";
    const name = (document.title ?? "referee").replace(/[/\\?#]/g, " ").slice(0, 80);
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}${markdown ? ".md" : ".txt"}` });
    this.texts.set(uri.toString(), document.text);
    this.changed.fire(uri);
    if (markdown) {
      await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
    } else {
      await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    }
  }
}
