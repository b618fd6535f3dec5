/** Same key as in the inline script of index.html and shell.html, which sets the theme before the first paint. */
const storageKey = "theme";
export type Theme = "light" | "dark";

const listeners = new Set<() => void>();

/** The theme the person chose; null while the system decides. */
export function chosenTheme(): Theme | null {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : null;
}

/** Whether dark is what shows now, by choice or by the system. */
export function isDarkShown(): boolean {
  return (chosenTheme() ?? systemTheme()) === "dark";
}

/** Shows a theme and remembers it on this device; null gives the choice back to the system. */
export function chooseTheme(theme: Theme | null): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try {
    if (theme) localStorage.setItem(storageKey, theme);
    else localStorage.removeItem(storageKey);
  } catch {
    // A browser that stores nothing still shows the chosen theme until the page is left.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` when the shown theme changes, by choice or with the system; answers how to stop. */
export function subscribeToTheme(listener: () => void): () => void {
  const system = darkQuery();
  listeners.add(listener);
  system.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener("change", listener);
  };
}

function systemTheme(): Theme {
  return darkQuery().matches ? "dark" : "light";
}

function darkQuery(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)");
}
