import "virtual:uno.css";
import "#ui/base.css";
import { createRoot } from "react-dom/client";
import { LandingPage } from "./features/landing/page.tsx";

const root = document.getElementById("root");
if (root) createRoot(root).render(<LandingPage />);
