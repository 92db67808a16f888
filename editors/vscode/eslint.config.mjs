import js from "@eslint/js";
import typescript from "typescript-eslint";

const node = { console: "readonly", process: "readonly", URL: "readonly" };

export default typescript.config(
  { ignores: ["dist", "out", "node_modules", "example", "server"] },
  js.configs.recommended,
  {
    files: ["src/**/*.ts", "test/**/*.ts"],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Templates may contain errors and numbers.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowAny: false, allow: ["Error", "unknown"] }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // The runner awaits the tests that are registered with it.
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: "test", package: "node:test" }] },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
    },
  },
  { files: ["scripts/**/*.mjs", "*.mjs"], languageOptions: { globals: node } },
);
