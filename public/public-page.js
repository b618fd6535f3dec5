// Without the application's script: Command-K, Control-K and "/" open the search.
document.addEventListener("keydown", (event) => {
  const hasCommand = event.metaKey || event.ctrlKey;
  const isSearch = event.key.toLowerCase() === "k" ? hasCommand : event.key === "/" && !hasCommand;
  const isTyping = event.target.closest("input, textarea, select");
  const link = document.querySelector("[data-search]");
  if (!isSearch || isTyping || event.altKey || event.shiftKey || !link) return;
  event.preventDefault();
  link.click();
});

// A member's own number, where the page has a place; the server leaves out what the plan does not open.
const place = document.querySelector("[data-member-number]");
const token = (() => {
  try {
    return localStorage.getItem("auth_token");
  } catch {
    return null;
  }
})();
if (token) {
  document.documentElement.dataset.reader = "member";
  for (const home of document.querySelectorAll('a[href="/"]')) home.href = "/dashboard";
}
if (place && token) {
  const [value, note] = place.querySelectorAll("dd");
  const shown = (share) => `${(100 * share).toFixed(1)}%`;
  fetch(`/api/compare?s=${encodeURIComponent(place.dataset.memberNumber)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
    .then((answer) => (answer.ok ? answer.json() : null))
    .then((compared) => {
      const item = compared?.items[0];
      if (item?.prediction) {
        value.textContent = `P(beat) ${shown(item.prediction.beatProbability)}`;
        note.textContent = `base rate ${shown(item.prediction.baseRate)}${item.prediction.from === "own_analysis" ? ", your analysis" : ""}`;
      } else if (item?.closedBy === "plan") note.textContent = "your plan opens it with an analysis";
    })
    .catch(() => {
      // The page says already where the number stands.
    });
}
