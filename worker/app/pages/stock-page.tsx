/** @jsxImportSource hono/jsx */
import {
  type CompanyGuidance,
  type GrowthLine,
  GUIDANCE_UNUSED_NOTE,
  type GuidanceLine,
  growthSentence,
  guidanceHabitOf,
  guidanceHeadline,
  guidanceSentence,
  habitSentence,
} from "#contract/company-guidance.ts";
import {
  amountShort,
  calendarDay,
  counted,
  percent,
  perShare,
  quarterName,
  signedPercent,
} from "#contract/format.ts";
import type { TraderPrice } from "#contract/prediction-markets.ts";
import { filingSentences } from "#contract/recap.ts";
import { easternTime, weekOf } from "#contract/time.ts";
import { resultOf } from "#model/earnings.ts";
import { buttons, type Markup, type PublicPage, renderTable, smallNote, tableRow } from "./frame.tsx";
import type { StockPageData, StockReport } from "./published-reports.ts";
import { epsCell, predictionCell, resultCell, sessionNames } from "./report-cells.tsx";
import { stockPictureSection } from "./stock-picture.tsx";
import { traderLine } from "./trader-line.tsx";
import { stockPath, weekPath } from "./week-page.tsx";

function beatsOf({ past }: StockPageData): { n: number; beats: number } {
  const results = past.map(({ consensusEps, reportedEps }) =>
    reportedEps === null ? null : resultOf({ estimate: consensusEps, actual: reportedEps }),
  );
  return {
    n: results.filter((result) => result !== null).length,
    beats: results.filter((result) => result === "beat").length,
  };
}

export function recordSentence(stock: StockPageData): string {
  const { n, beats } = beatsOf(stock);
  if (n === 0) return "No report with a consensus is known yet.";
  if (n === 1) return `${beats === 1 ? "Beat" : "Did not beat"} the EPS consensus in its only known report.`;
  return `Beat the EPS consensus in ${beats} of its last ${counted(n, "report")}.`;
}

/** `traders` is the price of a prediction market on the next report, or null. */
type StockPage = StockPageData & { traders: TraderPrice | null };

export function stockPage(stock: StockPage, origin: string, today: string): PublicPage {
  const { symbol, company, next } = stock;
  const name = company.name ?? symbol;
  const title = `${name === symbol ? symbol : `${name} (${symbol})`} earnings: reports and predictions`;
  const record = recordSentence(stock);
  const about = [company.exchange, company.sector].filter(Boolean).join(" · ");
  return {
    path: stockPath(symbol),
    title,
    description: `${record} ${next ? `Next report: ${calendarDay(next.reportDate)}.` : ""} Every past prediction, right or wrong.`,
    picture: { path: `/share/stocks/${encodeURIComponent(symbol)}.png`, alt: `${name}: ${record}` },
    structuredData: {
      "@graph": [
        { "@type": "Corporation", name, tickerSymbol: symbol, url: origin + stockPath(symbol) },
        {
          "@type": "BreadcrumbList",
          itemListElement: [
            { "@type": "ListItem", position: 1, name: "Beatcast", item: `${origin}/` },
            { "@type": "ListItem", position: 2, name, item: origin + stockPath(symbol) },
          ],
        },
      ],
    },
    content: (
      <>
        <header class="flex flex-col gap-2">
          {about ? <p class="eyebrow">{about}</p> : ""}
          <h1 class="heading-1">{name === symbol ? symbol : `${name} (${symbol})`}</h1>
          <p class="max-w-3xl text-muted">{record}</p>
          {tickersText(stock)}
          <p>
            <a href={`/dashboard?symbol=${encodeURIComponent(symbol)}`} class={buttons.primary}>
              Analyze {symbol}
            </a>{" "}
            <a href="/embed" class={buttons.ghost}>
              Show it on your blog
            </a>
          </p>
        </header>
        {next ? nextReport(stock, next, today) : noNextReport}
        {stockPictureSection(stock)}
        {guidanceSection(stock.guidance, today)}
        {peersSection(stock)}
        <section aria-labelledby="reports" class="flex flex-col gap-3">
          <header>
            <h2 id="reports" class="heading-2">
              Reports
            </h2>
            <p class="max-w-3xl text-sm text-muted">
              Each row says whether its prediction was locked before the report or replayed, which is computed
              later. Wrong ones stay.
            </p>
          </header>
          {reportTables(stock)}
        </section>
      </>
    ),
  };
}

/**
 * Says which tickers the company had before, and asks whether the reader means another company that had this
 * ticker earlier, because an old link may.
 */
function tickersText({ formerTickers, earlierOwners }: StockPageData): Markup {
  const own = formerTickers.map(({ ticker, until }) => `${ticker} until ${calendarDay(until)}`);
  return (
    <>
      {own.length > 0 ? <p class="max-w-3xl text-sm text-muted">Its ticker before: {own.join(", ")}.</p> : ""}
      {earlierOwners.map((owner) => (
        <p class="max-w-3xl text-sm">
          Until {calendarDay(owner.until)} {owner.ticker} was another company. Do you mean{" "}
          <a class="link" href={stockPath(owner.symbol)}>
            {owner.name ?? owner.symbol} ({owner.symbol})
          </a>
          ?
        </p>
      ))}
    </>
  );
}

/** How many past quarters are shown without a click: three years. */
const NEWEST = 12;

function reportTables({ symbol, company, past }: StockPageData): Markup {
  if (past.length === 0) return <p class="text-muted">No past report is known yet.</p>;
  const table = (caption: string, reports: readonly StockReport[]) =>
    renderTable(
      caption,
      // The prediction is an early column, so a phone shows it without scrolling.
      ["Quarter", "Prediction", "Result", "EPS"],
      reports.map((report) => reportRow(report, company.currency)),
    );
  const earlier = past.slice(NEWEST);
  const newest = table(`Reports of ${company.name ?? symbol}`, past.slice(0, NEWEST));
  if (earlier.length === 0) return newest;
  return (
    <>
      {newest}
      <details class="flex flex-col gap-3">
        <summary class="link w-fit cursor-pointer rounded-md focus-ring">
          {counted(earlier.length, "earlier report")}
        </summary>
        <div class="mt-3">{table("Earlier reports", earlier)}</div>
      </details>
    </>
  );
}

function peersSection({ company, peers }: StockPageData): Markup | null {
  if (peers.length === 0) return null;
  const rows = peers.map(({ symbol, name, reportDate, session, baseRate }) =>
    tableRow([
      <>
        <a href={stockPath(symbol)} class="link font-semibold">
          {symbol}
        </a>
        {name ? smallNote(name) : ""}
      </>,
      <>
        <a href={weekPath(weekOf(reportDate))} class="link">
          {calendarDay(reportDate, "short")}
        </a>
        {session ? smallNote(sessionNames[session]) : ""}
      </>,
      <span class="figures">{percent(baseRate, 1)}</span>,
    ]),
  );
  return (
    <section aria-labelledby="peers" class="flex flex-col gap-3">
      <h2 id="peers" class="heading-2">
        Also reporting in {company.sector ?? "its sector"}
      </h2>
      {renderTable("Coming reports of the sector", ["Company", "Day", "Base rate"], rows)}
    </section>
  );
}

const nextReportCard = "rounded-lg border border-line bg-surface p-5 sm:p-6 shadow-card";

const noNextReport = (
  <section aria-labelledby="next" class={nextReportCard}>
    <h2 id="next" class="heading-3 mb-1">
      Next report
    </h2>
    <p class="text-muted">No day is known for it yet. It appears here as soon as the calendar has one.</p>
  </section>
);

function nextReport(
  { symbol, company: { currency }, traders }: StockPage,
  report: StockReport,
  today: string,
): Markup {
  const { reportDate, session, isConfirmed, movedFrom, consensusEps, analystCount, baseRate, prediction } =
    report;
  const { consensus } = report.revenue;
  const week = weekOf(reportDate);
  const hasConsensus = consensusEps !== null;
  const day = [
    [reportDate === today && "today", session && sessionNames[session]].filter(Boolean).join(" "),
    isConfirmed ? "confirmed" : "day estimated",
    movedFrom && `moved from ${calendarDay(movedFrom, "short")}`,
  ];
  return (
    <section aria-labelledby="next" class={nextReportCard}>
      <h2 id="next" class="heading-3 mb-4">
        Next report
      </h2>
      <dl class="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {figure(
          "Day",
          <a href={weekPath(week)} class="link">
            {calendarDay(reportDate)}
          </a>,
          day.filter(Boolean).join(", "),
        )}
        {figure(
          "EPS consensus",
          hasConsensus ? perShare(consensusEps, currency) : "None",
          hasConsensus
            ? [
                analystCount && counted(analystCount, "analyst"),
                consensus !== null && `revenue ${amountShort(consensus, currency)}`,
              ]
                .filter(Boolean)
                .join(", ")
            : "no analyst's estimate is known",
        )}
        {hasConsensus ? (
          <>
            {figure("Base rate of a beat", percent(baseRate, 1), "share of such reports that beat")}
            {memberNumber(symbol, prediction?.state === "pending")}
          </>
        ) : (
          figure("Our prediction", "None", "without a consensus there is nothing to beat or miss")
        )}
      </dl>
      {traders ? traderLine(traders, { ours: null, baseRate, consensusEps, currency }) : ""}
    </section>
  );
}

/**
 * Renders the figure "Our prediction", without a number. `public/public-page.js` replaces it by the number that
 * a signed-in reader may see.
 */
function memberNumber(symbol: string, isLocked: boolean): Markup {
  const value = (
    <a href={`/dashboard?symbol=${encodeURIComponent(symbol)}`} class="link">
      {isLocked ? "Locked" : "In the analysis"}
    </a>
  );
  const note = isLocked ? "shown here after the report" : "locked before the report";
  return figure("Our prediction", value, note, { "data-member-number": symbol });
}

function figure(
  label: string,
  value: Markup | string,
  note: string,
  attributes: Record<string, string> = {},
): Markup {
  return (
    <div class="min-w-0" {...attributes}>
      <dt class="text-sm text-muted">{label}</dt>
      <dd class="mt-0.5 text-xl font-semibold tracking-[-0.01em] figures">{value}</dd>
      <dd class="text-sm text-muted">{note}</dd>
    </div>
  );
}

function reportRow(report: StockReport, currency: string | null): Markup {
  const { fiscalQuarterEnd, reportDate, isDayKnown, session } = report;
  const day = isDayKnown ? (
    <>
      <a href={weekPath(weekOf(reportDate))} class="link">
        {calendarDay(reportDate, "short")}
      </a>
      {session ? `, ${sessionNames[session]}` : ""}
    </>
  ) : (
    "day not known"
  );
  return tableRow([
    <>
      <span class="font-semibold whitespace-nowrap">To {quarterName(fiscalQuarterEnd)}</span>
      {smallNote(day)}
    </>,
    <div class="min-w-28">{predictionCell(report)}</div>,
    <div class="min-w-36">
      {resultCell(report)}
      {report.reportedEps === null ? (
        ""
      ) : (
        <>
          {moveText(report)}
          {filingNote(report, currency)}
        </>
      )}
    </div>,
    <div class="min-w-44">{epsCell(report, currency)}</div>,
  ]);
}

function moveText({ movePercent }: StockReport): Markup | string {
  return movePercent === null ? "" : smallNote(`share ${signedPercent(movePercent)} over it`);
}

function filingNote({ filing }: StockReport, currency: string | null): Markup | null {
  if (!filing) return null;
  const sentences = filingSentences(filing, {
    eps: (eps) => perShare(eps, currency),
    moment: easternTime,
    day: (day) => calendarDay(day),
  });
  const link = filing.documentUrl?.startsWith("https://") ? (
    <a href={filing.documentUrl} class="link">
      The press release at the SEC
    </a>
  ) : (
    ""
  );
  return (
    <details class="text-xs text-muted">
      <summary class="cursor-pointer rounded-md focus-ring">{filingShort[filing.finding]}</summary>
      <p class="mt-1 max-w-72">
        {sentences.join(" ")}
        {link}
      </p>
    </details>
  );
}

const filingShort = {
  confirmed: "stated in the SEC filing",
  contradicted: "another figure in the SEC filing",
  not_found: "not found in the SEC filing",
  no_release: "no SEC filing found so far",
} as const;

export function guidanceSection(guidance: CompanyGuidance, today: string): Markup {
  const lines = [...guidance.latest, ...guidance.growth, ...guidance.past];
  const habit = habitSentence(guidanceHabitOf(guidance.past));
  return (
    <section aria-labelledby="guidance" class="flex flex-col gap-3">
      <header>
        <h2 id="guidance" class="heading-2">
          What the company said
        </h2>
        <p class="max-w-3xl text-sm text-muted">
          {guidanceHeadline(guidance)}. {guidance.isSimulated ? "Simulated releases. " : ""}
          {GUIDANCE_UNUSED_NOTE}
          {guidance.latest.length + guidance.growth.length === 0 ? releaseLink(guidance.releaseUrl) : ""}
        </p>
      </header>
      {habit ? <p class="max-w-3xl">{habit}</p> : ""}
      {lines.length > 0 ? (
        <ul class="flex max-w-3xl flex-col gap-3">{lines.map((line) => lineOf(line, today))}</ul>
      ) : (
        ""
      )}
    </section>
  );
}

function lineOf(line: GuidanceLine | GrowthLine, today: string): Markup {
  return (
    <li>
      {"base" in line
        ? growthSentence(line, today, { perShare, amountShort })
        : guidanceSentence(line, today, { perShare, amountShort })}
      <details class="text-sm text-muted">
        <summary class="cursor-pointer rounded-md focus-ring">Its words</summary>
        <blockquote class="border-l-2 border-line pl-3">“{line.quote}”</blockquote>
        {releaseLink(line.url)}
      </details>
    </li>
  );
}

function releaseLink(url: string | null): Markup | string {
  return url?.startsWith("https://") ? (
    <a href={url} class="link">
      The release at the SEC
    </a>
  ) : (
    ""
  );
}
