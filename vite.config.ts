import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import unocss from "unocss/vite";
import { defineConfig, type Plugin } from "vite";
import { assistantCard } from "./scripts/build/assistant-card.ts";
import { chunkGroups } from "./scripts/build/chunks.ts";
import { commonPasswords } from "./scripts/build/common-passwords.ts";

const port = Number(process.env.PORT ?? 5173);

/** Our pages refuse inline scripts, also while developing: the start-up of hot reloading comes from a file instead. */
const reloadFromFile: Plugin = {
  name: "reload-from-file",
  apply: "serve",
  transformIndexHtml: {
    order: "post",
    handler: (html) =>
      html.replace(
        /<script type="module">[^<]*@react-refresh[^<]*<\/script>/,
        '<script type="module" src="/@id/@vitejs/plugin-react/preamble"></script>',
      ),
  },
};

export default defineConfig(({ command }) => ({
  plugins: [
    unocss(),
    react(),
    reloadFromFile,
    commonPasswords(),
    assistantCard(),
    cloudflare({
      // The AI binding would reach for Cloudflare's network at start-up.
      remoteBindings: false,
      ...(process.env.BEATCAST_STATE ? { persistState: { path: process.env.BEATCAST_STATE } } : {}),
      // `npm run dev` hands its settings over here; a build never contains any.
      config: (config) => {
        const settings = process.env.BEATCAST_SETTINGS;
        if (command === "serve" && settings) config.vars = { ...config.vars, ...JSON.parse(settings) };
      },
    }),
  ],
  environments: {
    // The name of the Worker. Classes stay named, because libraries ask for it; the uploaded map names the functions.
    // Legal comments are left out, because the Worker's code is never distributed.
    beatcast: {
      build: {
        rolldownOptions: {
          output: {
            comments: { legal: false },
            minify: { mangle: { keepNames: { class: true, function: false } } },
          },
        },
      },
    },
    client: {
      build: {
        manifest: true,
        // Named by no script, and taken out of what is served (scripts/build/unserved.ts).
        sourcemap: "hidden",
        // One style sheet, which the prerendering puts into the documents: no page asks for it a second time.
        cssCodeSplit: false,
        rolldownOptions: {
          input: ["index.html", "shell.html", "public-page.html"],
          output: { codeSplitting: { groups: chunkGroups() } },
        },
      },
    },
  },
  server: { port, strictPort: true },
}));
