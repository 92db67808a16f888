/** The status bar item: verified, needing attention, unchecked; a click opens the list of references. */

import * as vscode from "vscode";
import { LANGUAGES } from "./languages";
import type { Count, Server } from "./server";

/** The action for references that are unchecked because nothing may be looked up yet. */
export interface LookUpOffer {
  title: string;
  /** The data that would leave this machine, as a sentence. */
  leaves: string;
  icon: string;
  command: string;
}

/** Returns the action for a file; `undefined` if the author has already decided, or without counts. */
export function lookUpOffer(count: Count | undefined): LookUpOffer | undefined {
  if (count === undefined || count.unchecked === 0) return undefined;
  const { t } = vscode.l10n;
  const many = count.unchecked;
  if (!vscode.workspace.isTrusted) {
    return {
      title:
        many === 1
          ? t("1 reference unchecked: untrusted folder")
          : t("{0} references unchecked: untrusted folder", many),
      leaves: t("in an untrusted folder nothing is looked up online."),
      icon: "workspace-untrusted",
      command: "workbench.trust.manage",
    };
  }
  if (count.network !== "ask") return undefined;
  return {
    title: many === 1 ? t("Look up 1 reference online") : t("Look up {0} references online", many),
    leaves: t("DOIs, PMIDs, titles, authors, journals and years of references are sent; your text never is."),
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
          this.server.health === "missing"
            ? vscode.l10n.t("referee is not installed. Click to try again.")
            : vscode.l10n.t("The server stopped. Click to restart it.");
        this.item.command = "referee.restart";
        this.item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
        break;
      case "starting":
        this.item.text = "$(loading~spin) referee";
        this.item.tooltip = vscode.l10n.t("The server is starting.");
        break;
      case "stopped":
        this.item.hide();
        return;
      case "running":
        if (count === undefined || count.verified + count.toLookAt + count.unchecked + (count.uncovered ?? 0) === 0) {
          this.item.text = "$(references) referee";
          this.item.tooltip = vscode.l10n.t("No citations here.");
        } else {
          this.item.text = `$(pass) ${count.verified} $(warning) ${count.toLookAt} $(question) ${count.unchecked}`;
          const { verified, toLookAt, unchecked } = count;
          this.item.tooltip =
            toLookAt === 1
              ? vscode.l10n.t("{0} verified, 1 needs attention, {1} unchecked", verified, unchecked)
              : vscode.l10n.t("{0} verified, {1} need attention, {2} unchecked", verified, toLookAt, unchecked);
          const offer = lookUpOffer(count);
          if (offer !== undefined) {
            this.item.text = `$(pass) ${count.verified} $(warning) ${count.toLookAt} $(${offer.icon}) ${offer.title}`;
            this.item.tooltip += `\n\n${offer.title}: ${offer.leaves}`;
            this.item.command = offer.command;
          }
        }
        break;
    }
    this.item.accessibilityInformation = { label: this.item.tooltip };
    this.item.show();
  }
}
