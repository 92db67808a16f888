/** Finds the program. */

import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

/** A searched path, and the reason for it. */
export interface Place {
  why: string;
  path: string;
}

export interface Found {
  program: string | undefined;
  looked: Place[];
}

/** The inputs of the search; tests pass their own. */
export interface Surroundings {
  setting: string;
  extension: string;
  platform: NodeJS.Platform;
  home: string;
  environment: NodeJS.ProcessEnv;
}

export function surroundings(setting: string, extension: string): Surroundings {
  return { setting, extension, platform: process.platform, home: os.homedir(), environment: process.env };
}

/** Searches for the program: the setting, this package, PATH, cargo's folder. If the setting
 * contains a path, no other place is tried. */
export function find(where: Surroundings): Found {
  const looked: Place[] = [];
  const name = where.platform === "win32" ? "referee.exe" : "referee";
  const attempt = (why: string, file: string): string | undefined => {
    looked.push({ why, path: file });
    return isProgram(file, where.platform) ? file : undefined;
  };
  const setting = where.setting.trim();
  if (setting !== "") {
    const file = setting.startsWith("~/") ? path.join(where.home, setting.slice(2)) : setting;
    if (path.isAbsolute(file)) return { program: attempt("setting referee.server.path", file), looked };
    return { program: onPath(file, "setting referee.server.path, on PATH"), looked };
  }
  const program =
    attempt("in this extension", path.join(where.extension, "server", name)) ??
    onPath(name, "PATH") ??
    attempt("cargo", path.join(where.environment["CARGO_HOME"] || path.join(where.home, ".cargo"), "bin", name));
  return { program, looked };

  function onPath(file: string, why: string): string | undefined {
    looked.push({ why, path: file });
    for (const folder of (where.environment["PATH"] ?? "").split(path.delimiter)) {
      const candidate = path.join(folder, file);
      // A relative folder on PATH would find the program in the workspace.
      if (path.isAbsolute(folder) && isProgram(candidate, where.platform)) return candidate;
    }
    return undefined;
  }
}

/** Returns the environment with a folder appended to PATH, unless PATH contains it. */
export function reaching(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const name = Object.keys(environment).find((known) => known.toUpperCase() === "PATH") ?? "PATH";
  const folders = (environment[name] ?? "").split(path.delimiter).filter((known) => known !== "");
  return folders.includes(folder) ? environment : { ...environment, [name]: [...folders, folder].join(path.delimiter) };
}

function isProgram(file: string, platform: NodeJS.Platform): boolean {
  try {
    if (!fs.statSync(file).isFile()) return false;
    if (platform !== "win32") fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
