// Bundle the extension's TypeScript into one file.
import { build } from "esbuild";

const production = process.argv.includes("--production");

await build({
  entryPoints: ["extension/src/extension.ts"],
  outfile: "extension/out/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: production,
  sourcemap: !production,
  logLevel: "warning",
});
