import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { Plan } from "#contract/subscription.ts";
import { registerOfflinePage } from "#lib/offline-page.ts";
import { LandingPage } from "./features/landing/page.tsx";

const root = document.getElementById("root");
const builtPlans = document.getElementById("plans")?.textContent;
const page = <LandingPage plans={builtPlans ? (JSON.parse(builtPlans) as Plan[]) : []} />;

if (root) {
  // Hydration runs as a transition, so that taps are handled in between.
  if (builtPlans) startTransition(() => void hydrateRoot(root, page));
  else createRoot(root).render(page);
}
void import("#ui/toast-area.tsx").then(({ ToastArea }) => {
  const toasts = document.createElement("div");
  document.body.append(toasts);
  createRoot(toasts).render(<ToastArea />);
});
registerOfflinePage();
