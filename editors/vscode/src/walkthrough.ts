/** The steps of the walkthrough, ticked once the author has done them. */

import * as vscode from "vscode";

/** The steps, with their ids in the manifest. */
export type Step = "install" | "example" | "see" | "fix" | "network" | "cite";

/** The delay in milliseconds between the tab of a walkthrough and its page. */
const PAGE_DELAY_MS = 400;

/** Ticks steps. The editor ticks a step only when its context *becomes* true while the walkthrough
 * is loaded, and ignores one that was true before. The contexts are therefore reset whenever a tab
 * opens. */
class Walkthrough implements vscode.Disposable {
  private readonly done = new Set<Step>();
  private waiting: NodeJS.Timeout | undefined;
  private readonly tabs = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
    if (opened.length > 0) this.renewContextsSoon();
  });

  dispose(): void {
    clearTimeout(this.waiting);
    this.tabs.dispose();
  }

  /** Records that a step is done. */
  markDone(step: Step): void {
    if (this.done.has(step)) return;
    this.done.add(step);
    void this.renewContexts();
  }

  private renewContextsSoon(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.renewContexts(), PAGE_DELAY_MS);
  }

  private async renewContexts(): Promise<void> {
    for (const step of this.done) {
      for (const now of [true, false]) await vscode.commands.executeCommand("setContext", `referee.did.${step}`, now);
    }
  }
}

export const walkthrough = new Walkthrough();
