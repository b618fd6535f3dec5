import { featureTiers } from "#contract/rules.ts";
import type { FeatureTier } from "#model/weights.ts";
import type { TestedForecast } from "./assess.ts";
import { figuresOf } from "./figures.ts";

/** No choice may use the events from this day on, and the card's tables leave them out. */
export const JUDGE_FROM = "2024-01-01";
/** The newest year that the files hold whole: of the S&P 500 (family yahoo), and of the whole market. */
export const JUDGED_YEARS = { yahoo: "2025", all: "2024" } as const;

const HEADLINE = "## The judge's year";
const judgedEvents = `Events from ${JUDGE_FROM} on (the S&P 500's of ${JUDGED_YEARS.yahoo}, and the whole market's of ${JUDGED_YEARS.all})`;

/** The first list may be looked at often. */
export function splitForJudge(forecasts: readonly TestedForecast[]): {
  chosenOn: TestedForecast[];
  judged: TestedForecast[];
} {
  const isJudged = ({ event }: TestedForecast) => event.reportDate >= JUDGE_FROM;
  return { chosenOn: forecasts.filter((one) => !isJudged(one)), judged: forecasts.filter(isJudged) };
}

/**
 * Returns why a card would have no table and no picture, or null. Of the tested years, the first serves only for
 * calibration.
 */
export function cardProblem([first, last]: readonly [number, number]): string | null {
  return `${first + 1}` < JUDGE_FROM.slice(0, 4)
    ? null
    : `the files test ${first + 1} to ${last}, and the card shows only years before ${JUDGE_FROM}: move JUDGE_FROM and JUDGED_YEARS in scripts/model/judge.ts to the newest whole year of the files, or add files of earlier years`;
}

/** `until` is an ISO day. Returns null when the year can be opened. */
export function judgeProblem(who: string, until: string): string | null {
  if (!/^[^|\n]{1,80}$/.test(who.trim())) return "--judge takes the name of a person, of up to 80 characters";
  return until < JUDGE_FROM ? `a fit until ${until} has no event of the judge's year` : null;
}

/** Returns the lines of a card that were judged on the same years as this version judges. */
export function judgmentsIn(card: string): string[] {
  const part = card.split(`${HEADLINE}\n${judgedEvents}`)[1]?.split("\n## ")[0] ?? "";
  return part.split("\n").filter((line) => /^\| \d{4}-/.test(line));
}

/** Returns null when the version was judged before: the year is opened once per version. */
export function judgmentOf(
  tested: Record<FeatureTier, TestedForecast[]>,
  { version, who, day }: { version: string; who: string; day: string },
  before: readonly string[],
): string | null {
  if (before.some((line) => line.includes(` ${version} `))) return null;
  const cells = featureTiers.flatMap((featureTier) => {
    const { judged } = splitForJudge(tested[featureTier]);
    const ofYear = (year: string) => judged.filter(({ event }) => event.reportDate.startsWith(year));
    const ofIndex = ofYear(JUDGED_YEARS.yahoo).filter(({ event }) => event.family === "yahoo");
    return [ofIndex, ofYear(JUDGED_YEARS.all)].map((forecasts) => {
      const { n, auc, brier, ece } = figuresOf(forecasts);
      return `${n}: ${auc.toFixed(4)}, ${brier.toFixed(4)}, ${ece.toFixed(4)}`;
    });
  });
  return `| ${[day, who, version, ...cells].join(" | ")} |`;
}

/** The figures of the full feature tier that the line of a version has, or null when it was not judged. */
export function judgedFigures(
  lines: readonly string[],
  version: string,
): { large: string; all: string } | null {
  const cells = lines.find((line) => line.includes(` ${version} `))?.split(" | ");
  const [large, all] = cells?.slice(3, 5) ?? [];
  return large && all ? { large, all } : null;
}

export function judgmentPart(lines: readonly string[]): string[] {
  const columns = featureTiers.flatMap((featureTier) => [
    `yahoo ${JUDGED_YEARS.yahoo}, ${featureTier}`,
    `all ${JUDGED_YEARS.all}, ${featureTier}`,
  ]);
  return [
    HEADLINE,
    `${judgedEvents}, each forecast by a fit that ends before its year and calibrated on earlier years. Opened once a version by \`npm run tool -- model-refit … --judge NAME\`; n: AUC, Brier, expected calibration error.`,
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
