/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { RecordFigures } from "#contract/figures.ts";
import { calendarDay, counted, percent, perShare, quarterName, signedPercent } from "#contract/format.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import type { Markup, PublicPage } from "./frame.tsx";
import type { StockPageData, StockReport } from "./published-reports.ts";
import { resultCell, sessionNames } from "./report-cells.tsx";
import { recordSentence } from "./stock-page.tsx";
import { stockPath } from "./week-page.tsx";

/** The card's style sheet. It repeats the colors of src/ui/tokens.ts, because a card loads no files. */
export const EMBED_STYLE = `:root{color-scheme:light dark;font:14px/1.4 system-ui,sans-serif;color:light-dark(#0f221c,#e9f1ed)}
*{box-sizing:border-box;margin:0;padding:0}
body{height:100vh;display:flex;flex-direction:column;gap:10px;padding:14px 16px;overflow:auto;background:light-dark(#ffffff,#121c19);border:1px solid light-dark(#d8e1dd,#263630);border-radius:12px}
main{display:flex;flex-direction:column;gap:10px}
a{color:light-dark(#0c5a4a,#52c9a7)}
h1{font-size:16px;line-height:1.3}h1 a{color:inherit;text-decoration:none}
p,dt,td,th,footer{font-size:12px}p,dt,th,footer,span{color:light-dark(#4b5f57,#a5b7ae)}
dl{display:grid;grid-template-columns:repeat(3,1fr);gap:8px}dd{font-weight:600;font-variant-numeric:tabular-nums}.note{font-size:12px;font-weight:400;color:light-dark(#4b5f57,#a5b7ae)}
table{width:100%;border-collapse:collapse}th{text-align:left;font-weight:400}td,th{padding:3px 6px 3px 0;border-top:1px solid light-dark(#d8e1dd,#263630)}td span{display:inline;color:inherit;margin-right:6px}
strong{color:light-dark(#7d4a00,#f5bd55)}
footer{margin-top:auto;display:flex;justify-content:space-between;gap:8px}`;

const LISTED_RESULTS = 4;

const leadingOut = (href: string, text: Markup | string) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {text}
  </a>
);

export function embedCard(
  stock: StockPageData,
  { origin, isSample }: { origin: string; isSample: boolean },
): Promise<string> {
  const { symbol, company, next, past } = stock;
  const name = company.name && company.name !== symbol ? `${company.name} (${symbol})` : symbol;
  const reported = past.filter(({ reportedEps }) => reportedEps !== null).slice(0, LISTED_RESULTS);
  return embedDocument(
    `${name}: odds of an earnings beat`,
    <>
      <header>
        <h1>{leadingOut(origin + stockPath(symbol), name)}</h1>
        <p>
          {isSample ? <strong>Sample data.</strong> : ""}
          {next ? dayOf(next) : "No coming report is known."}
        </p>
      </header>
      {next ? figuresOf(next, { symbol, currency: company.currency, origin }) : ""}
      {reported.length === 0 ? <p>{recordSentence(stock)}</p> : resultsOf(reported, company.currency)}
    </>,
    origin,
  );
}

export function emptyEmbedCard(origin: string): Promise<string> {
  return embedDocument(
    "No such company",
    <header>
      <h1>No such company</h1>
      <p>Beatcast knows no report of this ticker.</p>
    </header>,
    origin,
  );
}

async function embedDocument(title: string, content: Markup, origin: string): Promise<string> {
  const document = await (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="robots" content="noindex" />
        <style>{raw(EMBED_STYLE)}</style>
      </head>
      <body>
        <main>{content}</main>
        <footer>
          {leadingOut(`${origin}/`, "Beatcast")}
          <span>No investment advice. A beat does not mean that the share rises.</span>
        </footer>
      </body>
    </html>
  );
  return `<!doctype html>${document}`;
}

function dayOf({ reportDate, session, isConfirmed }: StockReport): string {
  const when = session ? ` ${sessionNames[session]}` : "";
  return `Reports on ${calendarDay(reportDate)}${when}${isConfirmed ? "" : " (day estimated)"}.`;
}

function figuresOf(
  { baseRate, consensusEps, analystCount, prediction }: StockReport,
  { symbol, currency, origin }: { symbol: string; currency: string | null; origin: string },
): Markup {
  const isSealed = prediction?.state === "pending";
  const path = isSealed ? `/track-record/${encodeURIComponent(prediction.id)}` : stockPath(symbol);
  const figure = (label: string, value: Markup | string, note: string) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      <dd class="note">{note}</dd>
    </div>
  );
  return (
    <dl>
      {figure("Base rate", percent(baseRate, 1), "of similar reports beat")}
      {figure(
        "EPS consensus",
        perShare(consensusEps, currency),
        analystCount ? counted(analystCount, "analyst") : "of analysts",
      )}
      {figure(
        "Our prediction",
        leadingOut(origin + path, isSealed ? "Sealed" : "Not yet"),
        isSealed ? "opened after the report" : "sealed before the report",
      )}
    </dl>
  );
}

function resultsOf(reports: readonly StockReport[], currency: string | null): Markup {
  const rows = reports.map((report) => (
    <tr>
      <td>{quarterName(report.fiscalQuarterEnd)}</td>
      <td>{perShare(report.reportedEps, currency)}</td>
      <td>{resultCell(report)}</td>
    </tr>
  ));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Quarter to</th>
          <th scope="col">EPS</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  );
}

const PAGE_TITLE = "A card for your blog";
const PAGE_DESCRIPTION =
  "Show a company's next report, EPS consensus, base rate and last results on your own page, with a link to our sealed prediction.";
const SHOWN_SYMBOL = "AAPL";

export function embedPage(origin: string): PublicPage {
  const tag = `<script async src="${origin}/embed.js" data-symbol="${SHOWN_SYMBOL}"></script>`;
  const frame = `<iframe src="${origin}/embed/${SHOWN_SYMBOL}" title="Beatcast: odds of an earnings beat, ${SHOWN_SYMBOL}" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;width:100%;max-width:30rem;height:22rem"></iframe>`;
  const code = (text: string, name: string) => (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: code that scrolls has a name for screen readers
    <pre
      aria-label={name}
      class="overflow-x-auto whitespace-pre-wrap break-all rounded-lg border border-edge bg-surface p-4 font-mono text-xs"
      tabindex={0}
    >
      {text}
    </pre>
  );
  return {
    path: "/embed",
    title: PAGE_TITLE,
    description: PAGE_DESCRIPTION,
    picture: { path: "/og-image.png", alt: "Beatcast: know the odds before earnings" },
    structuredData: {
      "@type": "WebPage",
      name: PAGE_TITLE,
      url: `${origin}/embed`,
      description: PAGE_DESCRIPTION,
    },
    content: (
      <>
        <header class="flex flex-col gap-3">
          <h1 class="heading-1">{PAGE_TITLE}</h1>
          <p class="max-w-3xl text-lg text-muted text-pretty">{PAGE_DESCRIPTION}</p>
        </header>
        <section aria-labelledby="tag" class="flex max-w-3xl flex-col gap-3">
          <h2 id="tag" class="heading-2">
            One script tag
          </h2>
          <p>
            Put it where you want the card, with any ticker that has a page here. The card is free, needs no
            key and keeps itself up to date.
          </p>
          {code(tag, "The script tag")}
          <p>If your blog does not allow scripts, use a frame instead:</p>
          {code(frame, "The frame")}
        </section>
        <section aria-labelledby="live" class="flex max-w-3xl flex-col gap-3">
          <h2 id="live" class="heading-2">
            How it looks
          </h2>
          <script async src="/embed.js" data-symbol={SHOWN_SYMBOL}></script>
        </section>
        <section aria-labelledby="rules" class="flex max-w-3xl flex-col gap-3">
          <h2 id="rules" class="heading-2">
            What it does and does not do
          </h2>
          <ul class="flex list-disc flex-col gap-2 pl-5">
            <li>
              It shows what every visitor may see: never the probability of a prediction that is still sealed.
            </li>
            <li>It sets no cookies, runs no script in its frame, and loads nothing from other sites.</li>
            <li>It follows the reader's light or dark setting, and is up to five minutes old.</li>
            <li>
              A page with a Content-Security-Policy lets it in by{" "}
              <code class="font-mono text-sm">
                script-src {origin}; frame-src {origin}
              </code>
              .
            </li>
          </ul>
        </section>
      </>
    ),
  };
}

const [WIDTH, HEIGHT] = [320, 72];

const kindNames: Partial<Record<RecordFigures["kind"], string>> = {
  rehearsed: "Rehearsed",
  simulated: "Simulated",
  replayed: "Replayed",
};

/** Returns the two lines of the badge. The score is withheld until enough predictions have settled. */
export function badgeLines({ kind, figures }: RecordFigures): readonly [string, string] {
  const { n, score } = figures;
  const name = kindNames[kind];
  const head = `${name ? `${name}: ` : ""}${counted(n, "settled prediction")}`;
  if (n < MIN_SETTLED_FOR_SKILL || !score || score.skill === null)
    return [head, `A score needs ${MIN_SETTLED_FOR_SKILL}.`];
  const { skill, skillInterval } = score;
  const between = skillInterval
    ? ` (95%: ${signedPercent(100 * skillInterval.low)} to ${signedPercent(100 * skillInterval.high)})`
    : "";
  return [head, `Skill over base rates ${signedPercent(100 * skill)}${between}`];
}

export function badgeSvg(record: RecordFigures): string {
  const [head, line] = badgeLines(record);
  const font = "font-family=\"system-ui,'Segoe UI',Helvetica,Arial,sans-serif\"";
  const title = `Beatcast track record. ${head}. ${line}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${WIDTH}" height="${HEIGHT}" rx="10" fill="#0b3d32"/>
<circle cx="22" cy="20" r="5" fill="#f0a92f"/>
<text x="36" y="25" ${font} font-size="14" font-weight="700" fill="#f3faf7">Beatcast track record</text>
<text x="16" y="45" ${font} font-size="12" fill="#f3faf7">${head}</text>
<text x="16" y="62" ${font} font-size="11" fill="#b7d3c8" textLength="${Math.min(288, Math.round(line.length * 5.6))}" lengthAdjust="spacingAndGlyphs">${line}</text>
</svg>
`;
}

export function badgePage(record: RecordFigures, origin: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Beatcast track record</title><meta name="robots" content="noindex">
<style>body{margin:0}a{display:inline-block}</style></head>
<body><a href="${origin}/track-record" target="_blank" rel="noopener">${badgeSvg(record)}</a></body>
</html>
`;
}
