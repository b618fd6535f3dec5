// Makes Command-K, Control-K and "/" open the search on pages that do not load the application's script.
document.addEventListener("keydown", (event) => {
  const hasCommand = event.metaKey || event.ctrlKey;
  const isSearch = event.key.toLowerCase() === "k" ? hasCommand : event.key === "/" && !hasCommand;
  const isTyping = event.target.closest("input, textarea, select");
  const link = document.querySelector("[data-search]");
  if (!isSearch || isTyping || event.altKey || event.shiftKey || !link) return;
  event.preventDefault();
  link.click();
});

// Shows a signed-in member the probability of the page's company, where the page has a place for it. The server
// leaves out a probability that the member's plan does not include.
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
      // Without an answer, the page keeps its text about where to find the probability.
    });
}
