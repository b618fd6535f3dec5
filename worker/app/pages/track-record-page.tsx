/** @jsxImportSource hono/jsx */
import type { RecordFigures, Score } from "#contract/figures.ts";
import { calendarDay, counted, fixed, number, percent } from "#contract/format.ts";
import { MIN_SETTLED_FOR_PERCENTAGE, MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import { easternDay } from "#contract/time.ts";
import { type Markup, type PublicPage, renderTable, tableRow } from "./frame.tsx";
import {
  predictionPath,
  type SettledPrediction,
  settledPredictionTitle,
  settledSentence,
} from "./settled-prediction.tsx";

const kindNames: Readonly<Record<RecordFigures["kind"], string>> = {
  live: "locked before real reports",
  rehearsed: "played later from past data, not locked before real reports",
  simulated: "locked ahead of reports of the simulated market",
  replayed: "computed later for reports of the simulated market",
};

export function trackRecordHtmlPage(
  record: RecordFigures,
  newest: readonly SettledPrediction[],
  origin: string,
): PublicPage {
  const { kind, figures } = record;
  const description = `How ${counted(figures.n, "settled prediction")} of quarterly EPS turned out, ${kindNames[kind]}.`;
  return {
    path: "/data/track-record",
    title: "Track record, as one plain page",
    description,
    picture: { path: "/og-image.png", alt: "Beatcast: know the odds before earnings" },
    structuredData: {
      "@type": "WebPage",
      name: "Track record",
      url: `${origin}/data/track-record`,
      description,
    },
    content: (
      <>
        <header class="flex flex-col gap-3">
          <p class="eyebrow">Open data</p>
          <h1 class="heading-1">Track record</h1>
          <p class="max-w-3xl text-lg text-muted text-pretty">
            {counted(figures.n, "settled prediction")}, {kindNames[kind]}.{" "}
            {figures.n > 0
              ? `${number(figures.correct)} were right, ${number(figures.n - figures.correct)} wrong, ${number(figures.tossUps.n)} toss-ups among both; ${number(figures.beats)} of the reports beat.`
              : ""}
          </p>
          <p class="text-sm text-muted">
            The same with charts and filters:{" "}
            <a class="link" href="/track-record">
              track record
            </a>
            . All rows:{" "}
            <a class="link" href="/data">
              open data
            </a>
            .
          </p>
        </header>
        {scoresOf(figures.score)}
        {binsOf(figures.bins)}
        {newestOf(newest)}
      </>
    ),
  };
}

function scoresOf(score: Score | null): Markup {
  if (!score)
    return (
      <p class="text-sm text-muted">Scores are shown from {MIN_SETTLED_FOR_SKILL} settled predictions on.</p>
    );
  const rows: readonly [string, string, string][] = [
    ["Brier score", fixed(score.brier, 4), "Mean squared error of the probability; 0 is perfect."],
    [
      "Brier score of the base rate",
      fixed(score.baseBrier, 4),
      "What always saying the base rate would score.",
    ],
    [
      "Skill over the base rate",
      skillText(score.skill, score.skillInterval),
      "Above 0% is better than the base rate.",
    ],
    [
      "Skill over always saying beat",
      skillText(score.beatSkill, score.beatSkillInterval),
      "Above 0% is better.",
    ],
  ];
  return (
    <section aria-labelledby="scores" class="flex flex-col gap-4">
      <h2 id="scores" class="heading-2">
        Scores
      </h2>
      {renderTable(
        "Scores",
        ["Figure", "Value", "Meaning"],
        rows.map((cells) => tableRow(cells)),
      )}
    </section>
  );
}

function skillText(skill: number | null, interval: { low: number; high: number } | null): string {
  if (skill === null) return "–";
  const range = interval ? ` (95%: ${percent(interval.low, 1)} to ${percent(interval.high, 1)})` : "";
  return `${percent(skill, 1)}${range}`;
}

function binsOf(bins: RecordFigures["figures"]["bins"]): Markup | null {
  const rows = bins
    .filter(({ n }) => n > 0)
    .map(({ from, to, n, beats, shares }) =>
      tableRow([
        <>
          {percent(from)} to {percent(to)}
        </>,
        counted(n, "prediction"),
        shares ? percent(shares.predicted, 1) : "–",
        shares ? percent(shares.observed, 1) : counted(beats, "beat"),
      ]),
    );
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="calibration" class="flex flex-col gap-4">
      <header class="flex flex-col gap-1">
        <h2 id="calibration" class="heading-2">
          Calibration
        </h2>
        <p class="max-w-3xl text-sm text-muted">
          By the predicted probability of a beat. Percentages are shown from {MIN_SETTLED_FOR_PERCENTAGE}{" "}
          predictions on.
        </p>
      </header>
      {renderTable("Calibration", ["Predicted between", "Predictions", "Predicted on average", "Beat"], rows)}
    </section>
  );
}

function newestOf(newest: readonly SettledPrediction[]): Markup {
  if (newest.length === 0) return <p>No prediction is settled yet.</p>;
  const rows = newest.map((prediction) =>
    tableRow([
      <a class="link" href={predictionPath(prediction.id)}>
        {settledPredictionTitle(prediction)}
      </a>,
      <span class="whitespace-nowrap">{calendarDay(easternDay(prediction.settledAt), "short")}</span>,
      <span class="block min-w-64">
        {settledSentence(prediction)}
        {prediction.isReplayed ? " Computed later." : ""}
      </span>,
    ]),
  );
  return (
    <section aria-labelledby="newest" class="flex flex-col gap-4">
      <h2 id="newest" class="heading-2">
        Newest settled predictions
      </h2>
      {renderTable("Newest settled predictions", ["Report", "Settled", "Prediction and result"], rows)}
    </section>
  );
}
