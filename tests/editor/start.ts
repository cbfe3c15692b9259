// A real VS Code in the browser, on examples/, with the extension as it is now. Ctrl-C ends it.

import { open } from "./workbench.ts";

const PORT = 8384;

const workbench = await open("examples", { trusted: true, port: PORT, inPlace: true });
console.log(`VS Code is at ${workbench.url("lending.py")}`);
console.log("Press Ctrl-C to end it.");

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void workbench.stop().then(() => process.exit(0));
  });
}
