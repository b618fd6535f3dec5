// Shows the chosen theme before the first paint. Without a choice the system decides, in CSS alone.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is stored here: the system decides.
}
