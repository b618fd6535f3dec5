import { create } from "zustand";

/** Same key as in the inline script of index.html and shell.html, which sets the theme before the first paint. */
const storageKey = "theme";
type Theme = "light" | "dark";

export const useTheme = create<{ isDark: boolean }>()(() => ({ isDark: false }));

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // A browser that stores nothing still shows the chosen theme until the page is left.
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

// Absent where a page is prerendered.
if (typeof document !== "undefined") {
  readTheme();
  systemIsDark().addEventListener("change", readTheme);
}
