/** The steps of the walkthrough, ticked when the author has done them. */

import * as vscode from "vscode";

/** The steps, by their names in the manifest. */
export type Step = "install" | "example" | "see" | "fix" | "network" | "cite";

/** How long after its tab the page of a walkthrough is there. */
const PAGE_DELAY_MS = 400;

/** Ticks steps. The editor ticks one when the context that the step names *becomes* true while the walkthrough is known;
 * it takes no notice of one that was true before. So the contexts are set anew whenever a tab opens. */
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

  /** Notes that a step is done. */
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
