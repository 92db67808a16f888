/** The explicit settings of the author: a default of this package must not override the workspace's
 * referee.toml. */

import * as vscode from "vscode";

/** Settings of the extension itself, which the server does not know. */
const OURS = ["referee.server.", "referee.trace."];

/** Returns the settings of the server as a tree, for the answer to `workspace/configuration`. */
export function explicit(extension: vscode.Extension<unknown>, scope?: vscode.Uri): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration(undefined, scope ?? null);
  const tree: Record<string, unknown> = {};
  for (const key of keys(extension)) {
    const value = said(configuration.inspect(key));
    if (value !== undefined) put(tree, key.split(".").slice(1), value);
  }
  return tree;
}

/** Returns the keys of the server's settings in the package's manifest. */
function keys(extension: vscode.Extension<unknown>): string[] {
  const manifest = extension.packageJSON as {
    contributes: { configuration: { properties?: Record<string, unknown> }[] };
  };
  const declared = manifest.contributes.configuration;
  const all = declared.flatMap((group) => Object.keys(group.properties ?? {}));
  return all.filter((key) => !OURS.some((prefix) => key.startsWith(prefix)));
}

/** Returns the explicit value: the nearest to the file wins, and tables are merged. */
function said(values: ReturnType<vscode.WorkspaceConfiguration["inspect"]>): unknown {
  const layers = [values?.globalValue, values?.workspaceValue, values?.workspaceFolderValue];
  const present = layers.filter((layer) => layer !== undefined && layer !== null);
  if (present.length > 0 && present.every((layer) => typeof layer === "object" && !Array.isArray(layer))) {
    return Object.assign({}, ...(present as object[]));
  }
  return present.at(-1);
}

function put(tree: Record<string, unknown>, path: string[], value: unknown): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    tree[name] = value;
    return;
  }
  const below = (tree[name] ??= {}) as Record<string, unknown>;
  put(below, rest, value);
}
