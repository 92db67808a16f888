#!/usr/bin/env node
// Starts the program `referee` from the package of this platform, and exits like it.
"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const manifest = require("./package.json");
const BUILDS = "https://github.com/referee-lsp/referee/releases";
const CANNOT_WORK = 2;

const package_ = `@${manifest.name}/${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "referee.exe" : "referee";

function fail(...lines) {
  console.error(`referee: ${lines.join("\n  ")}`);
  process.exit(CANNOT_WORK);
}

function cannotRun(executable, why) {
  fail(
    `the program for ${process.platform}-${process.arch} cannot be run: ${executable} (${why}).`,
    `Install it again: npm install ${manifest.name} --include=optional --force`,
    `Or take a build from ${BUILDS}`,
  );
}

/** Returns the path of the program. If it is missing or incomplete, prints the reason and exits. */
function program() {
  const platforms = Object.keys(manifest.optionalDependencies);
  if (!platforms.includes(package_)) {
    const known = platforms.map((platform) => platform.split("/")[1]).join(", ");
    fail(
      `there is no program for ${process.platform}-${process.arch} in the npm package ${manifest.name}.`,
      `It has programs for ${known}.`,
      `Other builds, and how to make one: ${BUILDS}`,
    );
  }
  let about;
  try {
    about = require.resolve(`${package_}/package.json`);
  } catch {
    fail(
      `the package ${package_}, which has the program for this platform, is not installed.`,
      "npm leaves it out with --omit=optional, and a node_modules that was copied from another machine has another one.",
      `Install it again: npm install ${manifest.name} --include=optional`,
      `Or take a build from ${BUILDS}`,
    );
  }
  const executable = path.join(path.dirname(about), "bin", file);
  try {
    const size = fs.statSync(executable).size;
    const whole = require(about).programBytes;
    // A shell would try to run half of a program as a script.
    if (size !== whole) cannotRun(executable, `it has ${size} of ${whole} bytes`);
  } catch (error) {
    cannotRun(executable, error.code ?? error.message);
  }
  return executable;
}

const executable = program();
const child = spawn(executable, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => cannotRun(executable, error.code ?? error.message));

// Signals are forwarded to the program, and the launcher exits after it. Ctrl+C in a terminal
// reaches both; a second one changes nothing.
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK"];
for (const signal of forwarded.filter((each) => each in os.constants.signals)) {
  process.on(signal, () => child.kill(signal));
}

child.on("exit", (status, signal) => {
  if (signal === null) process.exit(status);
  // Shells distinguish killed programs from exited ones, so end by the same signal.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
