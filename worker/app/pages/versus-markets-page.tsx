/** @jsxImportSource hono/jsx */
import { calendarDay, counted, fixed, number, percent } from "#contract/format.ts";
import { objectionTexts, type PriceObjection, priceQualityRule } from "#contract/prediction-markets.ts";
import type { VersusFigures, VersusMarkets, VersusPair } from "#contract/versus-markets.ts";
import { type Markup, type PublicPage, renderTable, smallNote, tableRow } from "./frame.tsx";
import { predictionPath } from "./settled-prediction.tsx";
import { studiedQuestions, studyLead, studyPart } from "./versus-study-part.tsx";
import { calibrationTable, differenceText, scoresTable, verdict } from "./versus-tables.tsx";

const TITLE = "Our number beside prediction markets";

/** How many of the largest disagreements are listed. */
const DISAGREEMENTS = 10;

/** Below this many pairs, calibration says nothing. */
const MIN_CALIBRATED = 30;

/**
 * Renders how our sealed probabilities did against prices of prediction markets on the same reports: the live pairs
 * when there are any, the study of past questions, and the rule by which the combination may come first.
 */
export function versusMarketsPage(versus: Omit<VersusMarkets, "dataMode">, origin: string): PublicPage {
  const { figures } = versus;
  const description = figures
    ? `${counted(figures.n, "report")} on which our sealed probability and the price of a prediction market are scored on the same result.`
    : `How our probability and the price of a prediction market did on ${studiedQuestions} past questions about earnings.`;
  return {
    ...headOf(description, origin),
    content: (
      <>
        <header class="flex flex-col gap-3">
          <p class="eyebrow">Track record</p>
          <h1 class="heading-1">{TITLE}</h1>
          <p class="max-w-3xl text-lg text-muted text-pretty">
            {figures ? liveLead(figures) : "No report has been scored against a live price yet."}{" "}
            {studyLead()}
          </p>
          <p class="max-w-3xl text-sm text-muted">
            On prediction markets, people trade on whether a company will beat its estimate. A price of 79
            cents means a chance of about 79%. We seal that price with our own number before the report, and
            score both on the same result. We do not place or arrange trades.
          </p>
        </header>
        {figures ? livePart(versus, figures) : ""}
        {studyPart()}
        {comparedPart()}
        {rulePart(versus)}
        {dataPart()}
      </>
    ),
  };
}

/** Renders the page where the operator hides prices, so that links to it lead to a reason. */
export function hiddenMarketsPage(origin: string): PublicPage {
  const description = "Prices of prediction markets are not shown on this site.";
  return {
    ...headOf(description, origin),
    content: (
      <header class="flex flex-col gap-3">
        <p class="eyebrow">Track record</p>
        <h1 class="heading-1">{TITLE}</h1>
        <p class="max-w-3xl text-lg text-muted text-pretty">{description}</p>
        <p>
          <a class="link" href="/track-record">
            How our own predictions turned out
          </a>
        </p>
      </header>
    ),
  };
}

function headOf(description: string, origin: string): Omit<PublicPage, "content"> {
  return {
    path: "/track-record/versus-markets",
    title: TITLE,
    description,
    picture: { path: "/og-image.png", alt: "Beatcast: know the odds before earnings" },
    structuredData: {
      "@type": "WebPage",
      name: TITLE,
      url: `${origin}/track-record/versus-markets`,
      description,
    },
  };
}

function liveLead({ n, scores, oursAgainstTraders }: VersusFigures): string {
  return `On ${counted(n, "report")} locked with a price, our Brier score is ${fixed(scores.ours.brier, 4)} and the traders' is ${fixed(scores.traders.brier, 4)} (lower is better). ${verdict(oursAgainstTraders.brier, "We were", "The traders were")}`;
}

function livePart(
  { pairs, notCompared, open }: Omit<VersusMarkets, "dataMode">,
  figures: VersusFigures,
): Markup {
  const left = Object.entries(notCompared);
  return (
    <section aria-labelledby="live" class="flex flex-col gap-4">
      <header class="flex flex-col gap-1">
        <h2 id="live" class="heading-2">
          Locked before the report
        </h2>
        <p class="max-w-3xl text-sm text-muted">
          {counted(figures.n, "settled pair")} of {counted(figures.companies, "company", "companies")};{" "}
          {number(figures.beats)} beat. {counted(open, "more lock")} with a price wait for the report.
        </p>
      </header>
      {scoresTable("Scores on the same reports", figures)}
      <p class="max-w-3xl text-sm text-muted">{differenceText(figures)}</p>
      {figures.n >= MIN_CALIBRATED ? calibrationTable(figures) : ""}
      {disagreementsTable(pairs)}
      {left.length > 0 ? (
        <p class="max-w-3xl text-sm text-muted">
          Not scored, because the price was no answer to our question:{" "}
          {left.map(([objection, n]) => `${objectionTexts[objection as PriceObjection]} ${n}`).join(", ")}.
        </p>
      ) : (
        ""
      )}
    </section>
  );
}

function disagreementsTable(pairs: readonly VersusPair[]): Markup {
  const gap = ({ ours, traders }: VersusPair) => Math.abs(ours - traders);
  const largest = pairs.toSorted((a, b) => gap(b) - gap(a)).slice(0, DISAGREEMENTS);
  return (
    <>
      <h3 class="heading-3">Largest disagreements</h3>
      {renderTable(
        "Largest disagreements, and who was nearer",
        ["Report", "Beatcast", "Traders", "Result"],
        largest.map(({ predictionId, symbol, reportDate, ours, traders, outcome }) => {
          const isOursNearer = outcome === "beat" ? ours > traders : ours < traders;
          return tableRow([
            <>
              <a class="link font-semibold" href={predictionPath(predictionId)}>
                {symbol}
              </a>
              {smallNote(calendarDay(reportDate, "short"))}
            </>,
            <span class="figures">{percent(ours)}</span>,
            <span class="figures">{percent(traders)}</span>,
            <span class="whitespace-nowrap">
              {outcome === "beat" ? "Beat" : "Missed"}
              {smallNote(
                ours === traders ? "no difference" : isOursNearer ? "we were nearer" : "traders were nearer",
              )}
            </span>,
          ]);
        }),
      )}
    </>
  );
}

function comparedPart(): Markup {
  const { maxSpread, minDepthUsd, nearMiddle, minVolumeUsd, maxAgeHours } = priceQualityRule;
  return (
    <section aria-labelledby="compared" class="flex flex-col gap-2">
      <h2 id="compared" class="heading-2">
        Which prices count
      </h2>
      <p class="max-w-3xl text-sm text-muted">
        A price is scored against ours only if its question is ours: above our consensus to the cent, on the
        kind of EPS that the company's press releases state, and open until our lock. It must not be thin: its
        best bid and ask are at most {number(100 * maxSpread)} cents apart, at least ${number(minDepthUsd)}{" "}
        are offered within {number(100 * nearMiddle)} cents of the middle, at least ${number(minVolumeUsd)}{" "}
        were traded in all, and something was traded in the last 24 hours. We read prices every hour, and the
        sealed one is at most {number(maxAgeHours)} hours old. Every other price is shown with what speaks
        against it, and is not scored. A postponed report ends as No there and as void here, so it is no pair.
      </p>
    </section>
  );
}

function rulePart({ rule }: Pick<VersusMarkets, "rule">): Markup {
  const { minPairs, minStandardErrors, pairs, standardErrors, isMet } = rule;
  return (
    <section aria-labelledby="rule" class="flex flex-col gap-4">
      <h2 id="rule" class="heading-2">
        When the mean of both comes first
      </h2>
      <p class="max-w-3xl">
        The number that we show first is ours alone. The mean of our log-odds and the traders' is sealed and
        scored beside it. Nothing in that mean is fitted. It becomes the number shown first, for companies
        with a price, when all three are true:
      </p>
      <ol class="flex max-w-3xl list-decimal flex-col gap-1 pl-6">
        <li>
          {number(minPairs)} pairs are settled. Now: <strong class="figures">{number(pairs)}</strong>.
        </li>
        <li>
          Its Brier score is lower than ours by more than {minStandardErrors} standard errors of the paired
          difference. Now:{" "}
          <strong class="figures">
            {standardErrors === null ? "not measurable yet" : `${fixed(standardErrors, 1)} standard errors`}
          </strong>
          .
        </li>
        <li>
          A person has looked at it and approved. {isMet ? "This is what is missing." : "Not asked yet."}
        </li>
      </ol>
      <div
        role="img"
        aria-label={`${pairs} of ${minPairs} pairs`}
        class="h-2 w-full max-w-3xl rounded-full bg-line"
      >
        <div
          class="h-full rounded-full bg-primary"
          style={`width: ${(100 * Math.min(pairs, minPairs)) / minPairs}%`}
        />
      </div>
    </section>
  );
}

function dataPart(): Markup {
  return (
    <section aria-labelledby="data" class="flex flex-col gap-2">
      <h2 id="data" class="heading-2">
        The data
      </h2>
      <p class="max-w-3xl text-sm text-muted">
        Every settled pair with all figures of this page is at{" "}
        <a class="link" href="/api/track-record/versus-markets">
          /api/track-record/versus-markets
        </a>
        , and the prices are columns of the{" "}
        <a class="link" href="/data">
          open data
        </a>
        , from which <code class="font-mono">check-record.py --markets</code> computes the same figures. Each
        price is part of its lock's evidence, whose hash is in the ledger (
        <a class="link" href="/track-record">
          track record
        </a>
        ).
      </p>
    </section>
  );
}
