/** @jsxImportSource hono/jsx */
import { calendarDay, counted, fixed, number, percent, quarterName } from "#contract/format.ts";
import { objectionTexts, type PriceObjection } from "#contract/prediction-markets.ts";
import type {
  Forecaster,
  PairedDifference,
  VersusFigures,
  VersusMarkets,
  VersusPair,
} from "#contract/versus-markets.ts";
import study from "#model/versus-study.json" with { type: "json" };
import { type Markup, type PublicPage, renderBadge, renderTable, smallNote, tableRow } from "./frame.tsx";
import { predictionPath } from "./settled-prediction.tsx";

const TITLE = "Our number beside prediction markets";

const names: Readonly<Record<Forecaster, string>> = {
  ours: "Beatcast",
  traders: "Traders",
  combined: "Both, mean of log-odds",
  baseRate: "Similar companies",
};

const order: readonly Forecaster[] = ["ours", "traders", "combined", "baseRate"];

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
    : `How our probability and the price of a prediction market did on ${study.figures.n} past questions about earnings.`;
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
        {rulePart(versus)}
        {dataPart()}
      </>
    ),
  };
}

function liveLead({ n, scores, oursAgainstTraders }: VersusFigures): string {
  return `On ${counted(n, "report")} locked with a price, our Brier score is ${fixed(scores.ours.brier, 4)} and the traders' is ${fixed(scores.traders.brier, 4)} (lower is better). ${verdict(oursAgainstTraders, "We were", "The traders were")}`;
}

function studyLead(): string {
  const { figures } = study;
  return `On ${figures.n} past questions, our Brier score would have been ${fixed(figures.scores.ours.brier, 4)}, the traders' ${fixed(figures.scores.traders.brier, 4)}, and the mean of both ${fixed(figures.scores.combined.brier, 4)}.`;
}

/** Says who was better, and whether chance alone may explain it. */
function verdict({ brier, low, high }: PairedDifference, first: string, second: string): string {
  if (low === null || high === null) return "That is too few to tell them apart.";
  if (low <= 0 && high >= 0) return "The difference could be chance.";
  return `${brier < 0 ? first : second} better by more than chance explains.`;
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

type Scores = Pick<VersusFigures, "scores">;

function scoresTable(
  caption: string,
  { scores }: Scores,
  aucs?: Partial<Record<Forecaster, number>>,
): Markup {
  const best = Math.min(...order.map((name) => scores[name].brier));
  return renderTable(
    caption,
    ["Forecast", "Brier score", "Log loss", ...(aucs ? ["AUC"] : [])],
    order.map((name) =>
      tableRow([
        <span class="font-semibold whitespace-nowrap">{names[name]}</span>,
        <span class="figures whitespace-nowrap">
          {fixed(scores[name].brier, 4)} {scores[name].brier === best ? renderBadge("lowest") : ""}
        </span>,
        <span class="figures">{fixed(scores[name].logLoss, 4)}</span>,
        ...(aucs ? [<span class="figures">{fixed(aucs[name], 2)}</span>] : []),
      ]),
    ),
  );
}

function differenceText({
  oursAgainstTraders: ours,
  combinedAgainstOurs: combined,
}: Pick<VersusFigures, "oursAgainstTraders" | "combinedAgainstOurs">): string {
  return `Ours minus the traders': ${rangeText(ours)}. ${verdict(ours, "We were", "The traders were")} The mean of both minus ours: ${rangeText(combined)}. ${verdict(combined, "The mean was", "Ours was")} Intervals are 95%, by company.`;
}

function rangeText({ brier, low, high }: PairedDifference): string {
  const signedScore = (value: number) =>
    `${value > 0 ? "+" : value < 0 ? "−" : ""}${fixed(Math.abs(value), 4)}`;
  return low === null || high === null
    ? signedScore(brier)
    : `${signedScore(brier)} (${signedScore(low)} to ${signedScore(high)})`;
}

function calibrationTable({ scores }: Scores): Markup {
  const cell = ({ n, predicted, observed }: VersusFigures["scores"]["ours"]["bins"][number]) =>
    n === 0 || predicted === null || observed === null ? (
      "–"
    ) : (
      <span class="figures whitespace-nowrap">
        {percent(observed)} beat
        {smallNote(`predicted ${percent(predicted)}, ${counted(n, "report")}`)}
      </span>
    );
  return renderTable(
    "Calibration of each forecast",
    ["Predicted between", ...order.slice(0, 3).map((name) => names[name])],
    scores.ours.bins.map((bin, at) =>
      tableRow([
        <span class="figures whitespace-nowrap">
          {percent(bin.from)} to {percent(bin.to)}
        </span>,
        ...order.slice(0, 3).map((name) => cell(scores[name].bins[at] ?? { ...bin, n: 0 })),
      ]),
    ),
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

function studyPart(): Markup {
  const {
    figures,
    sameStrikeFigures,
    questions,
    sameStrike,
    adjusted,
    sameOutcome,
    shiftedPrice,
    months,
    auc,
  } = study;
  const { n } = figures;
  return (
    <section aria-labelledby="study" class="flex flex-col gap-4">
      <header class="flex flex-col gap-1">
        <h2 id="study" class="heading-2">
          The same comparison on past questions
        </h2>
        <p class="max-w-3xl text-sm text-muted">
          {number(questions)} questions on Polymarket from {monthName(study.from)} to {monthName(study.to)},
          resolved. {number(n)} are about companies whose past quarters we have and had a price one day before
          the report. Our number is that of an earlier version of the model ({study.modelVersion}, fitted on
          reports until 2023), so these reports were new to it. The version in use has learned from them. It
          was computed later and not sealed. The questions, prices and results of this study are real, also
          where the rest of the site is simulated.
        </p>
      </header>
      {scoresTable(`Scores on ${n} past questions`, figures, auc)}
      <p class="max-w-3xl text-sm text-muted">{differenceText(figures)}</p>
      <p class="max-w-3xl text-sm text-muted">
        What differs: {number(adjusted)} of the {number(n)} questions asked about adjusted EPS and the others
        about GAAP EPS or did not say; {number(sameStrike)} asked about our consensus to the cent. The
        question's result agreed with ours in {number(sameOutcome)} of {number(n)}; each forecast is scored on
        the question's. On the {number(sameStrike)} with the same EPS, our Brier score is{" "}
        {fixed(sameStrikeFigures.scores.ours.brier, 4)} and the traders'{" "}
        {fixed(sameStrikeFigures.scores.traders.brier, 4)}; ours minus theirs is{" "}
        {rangeText(sameStrikeFigures.oursAgainstTraders)}.
      </p>
      <p class="max-w-3xl text-sm text-muted">
        Prices were too low: the mean was {percent(study.meanPrice)}, while {percent(figures.beats / n)} of
        these companies beat. Raised by one shift of the log-odds, fitted on the earlier months only, the
        traders' Brier score is {fixed(shiftedPrice.brier, 4)}. We do not use that shift.
      </p>
      {renderTable(
        "Brier scores by month",
        ["Month", "Questions", names.ours, names.traders, "Both"],
        months.map((month) =>
          tableRow([
            <span class="whitespace-nowrap">{monthName(month.month)}</span>,
            <span class="figures">{number(month.n)}</span>,
            ...[month.ours, month.traders, month.combined].map((brier) => (
              <span class="figures">{fixed(brier, 4)}</span>
            )),
          ]),
        ),
      )}
    </section>
  );
}

const monthName = (month: string) => quarterName(`${month}-01`);

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
        . Each price is part of its lock's evidence, whose hash is in the ledger (
        <a class="link" href="/track-record">
          track record
        </a>
        ).
      </p>
    </section>
  );
}
