import { create } from "zustand";

/** The key in the browser's storage. The inline scripts of index.html and shell.html use the same key. */
const storageKey = "theme";
type Theme = "light" | "dark";

export const useTheme = create<{ isDark: boolean }>()(() => ({ isDark: false }));

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // If the browser's storage is blocked, the theme lasts until the page is left.
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

// During prerendering there is no document.
if (typeof document !== "undefined") {
  readTheme();
  systemIsDark().addEventListener("change", readTheme);
}
