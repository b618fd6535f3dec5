import { create } from "zustand";

/** The same key is also used inline in index.html and shell.html. */
const storageKey = "theme";
type Theme = "light" | "dark";

export const useTheme = create<{ isDark: boolean }>()(() => ({ isDark: false }));

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage, the theme lasts until the page is left.
  }
  readTheme();
}

function readTheme(): void {
  const chosen = document.documentElement.dataset.theme;
  useTheme.setState({ isDark: chosen ? chosen === "dark" : systemIsDark().matches });
}

function systemIsDark(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)");
}

// The document does not exist while prerendering.
if (typeof document !== "undefined") {
  readTheme();
  systemIsDark().addEventListener("change", readTheme);
}
