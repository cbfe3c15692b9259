// Package the extension: bundle the server, then write dist/evenhand-<version>.vsix.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));
const vsix = `dist/${name}-${version}.vsix`;
const venv = process.platform === "win32" ? ".venv/Scripts/python.exe" : ".venv/bin/python";
const python = existsSync(venv) ? venv : "python3";

run(python, "scripts/bundle_server.py");
mkdirSync("dist", { recursive: true });
rmSync(vsix, { force: true });
run(
  process.execPath,
  "node_modules/@vscode/vsce/vsce",
  "package",
  ...["--no-dependencies", "--no-rewrite-relative-links", "--allow-missing-repository"],
  ...["--skip-license", "--readme-path", "extension/README.md", "--out", vsix],
);

function run(command, ...args) {
  execFileSync(command, args, { stdio: "inherit" });
}
