// On documents without the application's script: Command-K, Control-K and "/" open the search.
document.addEventListener("keydown", (event) => {
  const hasCommand = event.metaKey || event.ctrlKey;
  const isSearch = event.key.toLowerCase() === "k" ? hasCommand : event.key === "/" && !hasCommand;
  const isTyping = event.target.closest("input, textarea, select");
  const link = document.querySelector("[data-search]");
  if (!isSearch || isTyping || event.altKey || event.shiftKey || !link) return;
  event.preventDefault();
  link.click();
});
