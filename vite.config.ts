import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import unocss from "unocss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [
    unocss(),
    react(),
    // The AI binding would reach for Cloudflare's network at start-up.
    cloudflare({ remoteBindings: false }),
  ],
  server: { port: Number(process.env.PORT ?? 5173), strictPort: true },
  preview: { port: Number(process.env.PORT ?? 5173), strictPort: true },
});
