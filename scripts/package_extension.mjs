// Package the extension: build it, bundle the server, and write dist/evenhand-<version>.vsix.
//
// What is packaged is copied to build/extension first: the packager looks at each file of its folder, and
// this project has a virtual environment with tens of thousands.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const STAGE = "build/extension";
const CONTENTS = [
  "CHANGELOG.md",
  "bundled",
  "docs/images/editor.png",
  "docs/images/repair.png",
  "docs/images/suggestion.png",
  "docs/purposes.md",
  "docs/rules",
  "examples/lending.py",
  "extension/README.md",
  "extension/icon.png",
  "extension/out/extension.js",
  "extension/view.svg",
];

const manifest = { ...JSON.parse(readFileSync("package.json", "utf8")), scripts: undefined };
const vsix = path.resolve(`dist/${manifest.name}-${manifest.version}.vsix`);
const venv = process.platform === "win32" ? ".venv/Scripts/python.exe" : ".venv/bin/python";
const python = existsSync(venv) ? venv : "python3";

run(process.execPath, ["extension/build.mjs", "--production"]);
run(python, ["scripts/bundle_server.py"]);

rmSync(STAGE, { recursive: true, force: true });
for (const entry of CONTENTS) {
  cpSync(entry, path.join(STAGE, entry), { recursive: true, filter: isPackaged });
}
writeFileSync(path.join(STAGE, "package.json"), JSON.stringify(manifest, null, 2));

mkdirSync("dist", { recursive: true });
rmSync(vsix, { force: true });
const vsce = path.resolve("node_modules/@vscode/vsce/vsce");
const options = ["--no-dependencies", "--no-rewrite-relative-links", "--allow-missing-repository"];
const page = ["--skip-license", "--readme-path", "extension/README.md"];
run(process.execPath, [vsce, "package", ...options, ...page, "--out", vsix], STAGE);

/** Whether a file is packaged: of what describes a library, its name and licence alone. */
function isPackaged(file) {
  const [, inside] = /\.dist-info[\\/](.+)$/.exec(file) ?? [];
  const isDescribed = inside === undefined || /^(METADATA$|licenses|LICENSE)/.test(inside);
  return isDescribed && !file.includes("__pycache__");
}

function run(command, given, folder = ".") {
  execFileSync(command, given, { stdio: "inherit", cwd: folder });
}
