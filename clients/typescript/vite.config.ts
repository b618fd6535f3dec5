import { defineConfig } from "vite";

/**
 * The command line includes the ledger's verifier and the product's formats, so the package has no dependencies.
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
