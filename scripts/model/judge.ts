import { VIEWS, type View } from "#model/weights.ts";
import type { TestedForecast } from "./assess.ts";
import { figuresOf } from "./figures.ts";

/** First day (ISO) of the year that judges: no choice was made on its events, and no table of the card shows them. */
const JUDGE_FROM = "2023-01-01";

/** Headline of the card's part that opened judgments are written to. */
const HEADLINE = "## The judge's year";

/** Forecasts that may be looked at as often as one likes, and those of the judge's year. */
export function splitForJudge(forecasts: readonly TestedForecast[]): {
  chosenOn: TestedForecast[];
  judged: TestedForecast[];
} {
  const isJudged = ({ event }: TestedForecast) => event.reportDate >= JUDGE_FROM;
  return { chosenOn: forecasts.filter((one) => !isJudged(one)), judged: forecasts.filter(isJudged) };
}

/** Why the judge's year cannot be opened by this name for a fit until an ISO day; null where it can. */
export function judgeProblem(who: string, until: string): string | null {
  if (!/^[^|\n]{1,80}$/.test(who.trim())) return "--judge takes the name of a person, of up to 80 characters";
  return until < JUDGE_FROM ? `a fit until ${until} has no event of the judge's year` : null;
}

/** The lines of a card's judgments; none without such a part. */
export function judgmentsIn(card: string): string[] {
  const part = card.split(`${HEADLINE}\n`)[1]?.split("\n## ")[0] ?? "";
  return part.split("\n").filter((line) => /^\| \d{4}-/.test(line));
}

/**
 * The line of a version's judgment: when, by whom, and the figures of family yahoo and of all in each view. Null if the
 * version was judged before: the year is opened once a version.
 */
export function judgmentOf(
  tested: Record<View, TestedForecast[]>,
  { version, who, day }: { version: string; who: string; day: string },
  before: readonly string[],
): string | null {
  if (before.some((line) => line.includes(` ${version} `))) return null;
  const cells = VIEWS.flatMap((view) => {
    const { judged } = splitForJudge(tested[view]);
    return [judged.filter(({ event }) => event.family === "yahoo"), judged].map((forecasts) => {
      const { n, auc, brier, ece } = figuresOf(forecasts);
      return `${n}: ${auc.toFixed(4)}, ${brier.toFixed(4)}, ${ece.toFixed(4)}`;
    });
  });
  return `| ${[day, who, version, ...cells].join(" | ")} |`;
}

/** The card's part of judgments. */
export function judgmentPart(lines: readonly string[]): string[] {
  const columns = VIEWS.flatMap((view) => [`yahoo, ${view}`, `all, ${view}`]);
  return [
    HEADLINE,
    `Events from ${JUDGE_FROM} on, forecast by a fit that ends before them and calibrated on earlier years. Opened once a version by \`npm run model:fit -- … --judge NAME\`; n: AUC, Brier, expected calibration error.`,
    "",
    ...(lines.length === 0
      ? ["Not opened for any version."]
      : [
          `| day | by | version | ${columns.join(" | ")} |`,
          `|${"---|".repeat(columns.length + 3)}`,
          ...lines,
        ]),
    "",
  ];
}
