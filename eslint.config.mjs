import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores([
    "**/node_modules",
    "**/out",
    "build",
    "bundled",
    "dist",
    ".venv",
    "fixtures",
    "tests/editor/screenshots",
  ]),
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      eqeqeq: "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["tests/editor/**/*.ts"],
    // node:test's describe() and it() return promises that the runner itself awaits.
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            {
              from: "package",
              name: ["describe", "it", "test", "before", "after", "suite"],
              package: "node:test",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: { process: "readonly", console: "readonly" } },
  },
  {
    files: ["server/**/*.mjs"],
    languageOptions: {
      globals: {
        Deno: "readonly",
        TextDecoder: "readonly",
        TextEncoder: "readonly",
        URL: "readonly",
        WebAssembly: "readonly",
        caches: "readonly",
        fetch: "readonly",
        localStorage: "readonly",
      },
    },
  },
  {
    files: ["tests/editor/assistant/*.js"],
    languageOptions: {
      sourceType: "commonjs",
      globals: {
        Buffer: "readonly",
        exports: "writable",
        require: "readonly",
        setTimeout: "readonly",
      },
    },
  },
);
