// <script async src="…/embed.js" data-symbol="AAPL"></script> inserts the card of that company after itself.
{
  const tag = document.currentScript;
  const symbol = (tag.dataset.symbol ?? "").trim().toUpperCase();
  const frame = document.createElement("iframe");
  frame.src = new URL(`/embed/${encodeURIComponent(symbol || "?")}`, tag.src).href;
  frame.title = `Beatcast: odds of an earnings beat, ${symbol}`;
  frame.loading = "lazy";
  frame.referrerPolicy = "no-referrer";
  // The card needs neither scripts nor storage. Its links open in a new tab.
  frame.sandbox = "allow-popups allow-popups-to-escape-sandbox";
  frame.style.cssText = "display:block;border:0;width:100%;max-width:30rem;height:22rem";
  tag.after(frame);
}
