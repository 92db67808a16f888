/** What an author has done, for the steps of the walkthrough. */

import * as vscode from "vscode";

/** The steps, by their names in the manifest. */
export type Step = "install" | "example" | "see" | "fix" | "network" | "cite";

/** How long the page of a walkthrough takes to be there after its tab is. */
const PAGE_DELAY_MS = 400;

/** Ticks steps. The editor ticks one when the context that the step names *becomes* true while it knows the walkthrough;
 * of one that was true before, it takes no notice. So what was done is told anew whenever a tab opens. */
class Walkthrough implements vscode.Disposable {
  private readonly done = new Set<Step>();
  private waiting: NodeJS.Timeout | undefined;
  private readonly tabs = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
    if (opened.length > 0) this.tellSoon();
  });

  dispose(): void {
    clearTimeout(this.waiting);
    this.tabs.dispose();
  }

  /** Notes that a step is done. */
  reach(step: Step): void {
    if (this.done.has(step)) return;
    this.done.add(step);
    void this.tell();
  }

  private tellSoon(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.tell(), PAGE_DELAY_MS);
  }

  private async tell(): Promise<void> {
    for (const step of this.done) {
      for (const now of [true, false]) await vscode.commands.executeCommand("setContext", `referee.did.${step}`, now);
    }
  }
}

export const walkthrough = new Walkthrough();
