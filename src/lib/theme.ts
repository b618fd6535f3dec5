import { create } from "zustand";

/** Same key as in the inline script of index.html and shell.html, which sets the theme before the first paint. */
const storageKey = "theme";
type Theme = "light" | "dark";

/** Whether dark shows, by choice or by the system. Light at first, as in the prerendered documents. */
export const useTheme = create<{ isDark: boolean }>()(() => ({ isDark: false }));

/** Shows a theme and remembers it on this device. Until then the system decides. */
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
