// The Git repository in which the files are.

import { execFileSync } from "node:child_process";
import path from "node:path";

export function git(file: string, ...given: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...who, ...given], { cwd: path.dirname(file) });
}
