// A real VS Code in the browser, on fixtures/, with the extension as it is now. Ctrl-C ends it.

import { open } from "./workbench.ts";

const PORT = 8384;

const workbench = await open("fixtures", { trusted: true, port: PORT, inPlace: true });
console.log(`VS Code is at ${workbench.url("biased/hiring.py")}`);
console.log("Press Ctrl-C to end it.");

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void workbench.stop().then(() => process.exit(0));
  });
}
