import { defineConfig } from "vite";

/**
 * Bundles the ledger's verifier and the product's number formats into the command line, so that the package
 * needs no dependencies.
 */
export default defineConfig({
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: "node22",
    minify: false,
    rolldownOptions: {
      input: { index: "src/index.ts", cli: "src/cli.ts" },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      treeshake: { moduleSideEffects: false },
    },
  },
});
