import "#lib/schemas-without-eval.ts";
import "#ui/styles.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { registerOfflinePage } from "#lib/offline-page.ts";
import { App } from "./app/app.tsx";
import { firstPageReady } from "./app/routes.tsx";

// Where the document runs the page's script itself, one drawing shows the page instead of a spinner and then the page.
if (document.querySelector("script[data-page]")) void firstPageReady().then(draw);
else draw();
registerOfflinePage();

function draw(): void {
  const root = document.getElementById("root");
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
