import { html } from "hono/html";
import type { PublicPage } from "./frame.ts";

const TITLE = "A card for your blog";
const DESCRIPTION =
  "Show a company's next report, EPS consensus, base rate and last results on your own page, with a link to our sealed prediction.";
const SHOWN = "AAPL";

export function embedPage(origin: string): PublicPage {
  const tag = `<script async src="${origin}/embed.js" data-symbol="${SHOWN}"></script>`;
  const frame = `<iframe src="${origin}/embed/${SHOWN}" title="Beatcast: odds of an earnings beat, ${SHOWN}" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;width:100%;max-width:30rem;height:22rem"></iframe>`;
  const code = (text: string, name: string) =>
    html`<pre aria-label="${name}" class="overflow-x-auto whitespace-pre-wrap break-all rounded-lg border border-edge bg-surface p-4 font-mono text-xs" tabindex="0">${text}</pre>`;
  return {
    path: "/embed",
    title: TITLE,
    description: DESCRIPTION,
    picture: { path: "/og-image.png", alt: "Beatcast: know the odds before earnings" },
    structuredData: { "@type": "WebPage", name: TITLE, url: `${origin}/embed`, description: DESCRIPTION },
    content: html`<header class="flex flex-col gap-3"><h1 class="heading-1">${TITLE}</h1>
<p class="max-w-3xl text-lg text-muted text-pretty">${DESCRIPTION}</p></header>
<section aria-labelledby="tag" class="flex max-w-3xl flex-col gap-3"><h2 id="tag" class="heading-2">One script tag</h2>
<p>Put it where you want the card, with any ticker that has a page here. The card is free, needs no key and keeps itself up to date.</p>
${code(tag, "The script tag")}
<p>If your blog does not allow scripts, use a frame instead:</p>
${code(frame, "The frame")}</section>
<section aria-labelledby="live" class="flex max-w-3xl flex-col gap-3"><h2 id="live" class="heading-2">How it looks</h2>
<script async src="/embed.js" data-symbol="${SHOWN}"></script></section>
<section aria-labelledby="rules" class="flex max-w-3xl flex-col gap-3"><h2 id="rules" class="heading-2">What it does and does not do</h2>
<ul class="flex list-disc flex-col gap-2 pl-5"><li>It shows what every visitor may see: never the probability of a prediction that is still sealed.</li>
<li>It sets no cookies, runs no script in its frame, and loads nothing from other sites.</li>
<li>It follows the reader's light or dark setting, and is up to five minutes old.</li>
<li>A page with a Content-Security-Policy lets it in by <code class="font-mono text-sm">script-src ${origin}; frame-src ${origin}</code>.</li></ul></section>`,
  };
}
