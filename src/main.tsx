import "#lib/schemas-without-eval.ts";
import "#ui/styles.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { registerOfflinePage } from "#lib/offline-page.ts";
import { App } from "./app/app.tsx";
import { firstPage } from "./app/routes.tsx";

const root = document.getElementById("root");
// Until then the document's own spinner shows.
if (root)
  void firstPage.then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
registerOfflinePage();
