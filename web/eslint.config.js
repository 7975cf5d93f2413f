import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser },
      parserOptions: {
        projectService: true,
        extraFileExtensions: [".svelte"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Numbers read well in a sentence.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `() => (x = 1)` is how a handler is written in a template.
      "@typescript-eslint/no-confusing-void-expression": "off",
      eqeqeq: ["error", "always", { null: "ignore" }],
      // Options and details are JSON: what is shown of them are words and numbers.
      "@typescript-eslint/no-base-to-string": "off",
      "no-console": "error",
      // Reading a value is how an effect comes to depend on it.
      "@typescript-eslint/no-meaningless-void-operator": "off",
      // Words are folded to plain letters before they are taken apart.
      "@typescript-eslint/no-misused-spread": "off",
      "@typescript-eslint/no-dynamic-delete": "off",
      // State that is replaced as a whole needs no proxies inside.
      "svelte/prefer-svelte-reactivity": "off",
      // svelte-check counts these, and sees more of them.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // The linter sees no types in the props of components; svelte-check does.
    files: ["**/*.svelte"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  // Arithmetic on arrays of a known length.
  {
    files: ["src/lib/proof.ts", "src/mats/hall/**", "tests/hall.test.ts"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
  {
    files: ["*.js", "public/*.js"],
    ...ts.configs.disableTypeChecked,
    languageOptions: { globals: { ...globals.serviceworker }, parserOptions: { projectService: false } },
  },
  { ignores: ["node_modules/", "src/protocol.ts"] },
);
