/** The status bar item: verified, to look at, unchecked; a click opens the list of references. */

import * as vscode from "vscode";
import { type Count, LANGUAGES, type Server } from "./server";

/** What an author can do about references that are unchecked because nothing may be looked up yet. */
export interface LookUpOffer {
  title: string;
  /** What would leave this machine, in a sentence. */
  leaves: string;
  icon: string;
  command: string;
}

/** The offer for a file; none where nothing is open or the author has answered. */
export function lookUpOffer(count: Count | undefined): LookUpOffer | undefined {
  if (count === undefined || count.unchecked === 0) return undefined;
  const references = count.unchecked === 1 ? "1 reference" : `${count.unchecked} references`;
  if (!vscode.workspace.isTrusted) {
    return {
      title: `${references} unchecked: this folder is not trusted`,
      leaves: "in a folder that is not trusted nothing is looked up online.",
      icon: "workspace-untrusted",
      command: "workbench.trust.manage",
    };
  }
  if (count.network !== "ask") return undefined;
  return {
    title: `Look up ${references} online`,
    leaves: "DOIs, PubMed numbers, titles, authors, journals and years of references leave; never your text.",
    icon: "search",
    command: "referee.allowNetwork",
  };
}

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("referee.status", vscode.StatusBarAlignment.Right, 90);
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.item.name = "referee";
    this.subscriptions = [
      server.onChange(() => this.draw()),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
    ];
    this.draw();
  }

  dispose(): void {
    this.item.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private draw(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || !LANGUAGES.includes(document.languageId)) {
      this.item.hide();
      return;
    }
    this.item.backgroundColor = undefined;
    this.item.command = "referee.references.focus";
    const count = this.server.count(document.uri);
    switch (this.server.health) {
      case "missing":
      case "failed":
        this.item.text = "$(error) referee";
        this.item.tooltip =
          this.server.health === "missing" ? "The program was not found. Click to try again." : "The server ended. Click to start it again.";
        this.item.command = "referee.restart";
        this.item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
        break;
      case "starting":
        this.item.text = "$(loading~spin) referee";
        this.item.tooltip = "The server is starting.";
        break;
      case "stopped":
        this.item.hide();
        return;
      case "running":
        if (count === undefined || count.verified + count.toLookAt + count.unchecked + (count.uncovered ?? 0) === 0) {
          this.item.text = "$(references) referee";
          this.item.tooltip = "Nothing is cited here.";
        } else {
          this.item.text = `$(pass) ${count.verified} $(warning) ${count.toLookAt} $(question) ${count.unchecked}`;
          this.item.tooltip = `${count.verified} references verified, ${count.toLookAt} to look at, ${count.unchecked} unchecked`;
          const offer = lookUpOffer(count);
          if (offer !== undefined) {
            this.item.text = `$(pass) ${count.verified} $(warning) ${count.toLookAt} $(${offer.icon}) ${offer.title}`;
            this.item.tooltip += `\n\n${offer.title}: ${offer.leaves}`;
            this.item.command = offer.command;
          }
        }
        break;
    }
    this.item.accessibilityInformation = { label: String(this.item.tooltip) };
    this.item.show();
  }
}
