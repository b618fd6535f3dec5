import "#lib/schemas-without-eval.ts";
import "#ui/styles.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { registerOfflinePage } from "#lib/offline-page.ts";
import { App } from "./app/app.tsx";

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
registerOfflinePage();
