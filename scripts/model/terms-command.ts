// npm run tool -- model-terms measures two terms after the blend on the walk-forward forecasts that a refit wrote: the
// errors of peers, and the surprises of companies whose shares move together. Each gets a coefficient on the years
// before the judge's year, and is compared there and on the judge's years with the same regression without it.
import { parseArgs } from "node:util";
import { featureTiers } from "#contract/rules.ts";
import { isBeat } from "#model/history.ts";
import { logit, sigmoid } from "#model/statistics.ts";
import type { FeatureTier } from "#model/weights.ts";
import { lockDayOf } from "#season/upcoming/lock-times.ts";
import { readCloses } from "./closes.ts";
import { differenceOf } from "./clustered.ts";
import { runCommand, valuesOf } from "./command.ts";
import { correlatedSurprises, returnsOf } from "./correlated-surprises.ts";
import { type EarlierForecasts, readEarlierForecasts } from "./earlier-forecasts.ts";
import { type EarningsEvent, HistoryError, symbolOf } from "./events.ts";
import { figuresOf } from "./figures.ts";
import { surpriseOf } from "./fit-table.ts";
import { joinHistories } from "./histories.ts";
import { readHistories, statedFiles } from "./inputs.ts";
import { JUDGE_FROM } from "./judge.ts";
import { logisticRegression } from "./logistic-regression.ts";
import { peerErrors, type TermForecast } from "./peer-errors.ts";
import { rangeText } from "./refit-report.ts";
import { readIndustries } from "./sectors.ts";
import { halfYearOf } from "./shift-part.ts";

const USAGE =
  "usage: npm run -s tool -- model-terms --forecasts FILE --family NAME FILE … [--family NAME FILE …] --sectors FILE --closes FILE [FILE …] [--feature-tier full]; FILE of --forecasts is the walk-forward.csv of a refit";

type Row = TermForecast & { event: EarningsEvent };

function main(): void {
  const text = { type: "string" } as const;
  const texts = { type: "string", multiple: true } as const;
  const { values, tokens } = parseArgs({
    options: {
      ...{ forecasts: text, family: texts, history: texts, sectors: text, closes: texts },
      "feature-tier": { type: "string", default: "full" },
    },
    allowPositionals: true,
    tokens: true,
  });
  const [files, closes] = [statedFiles(tokens), valuesOf(tokens, "closes")];
  const featureTier = featureTiers.find((one) => one === values["feature-tier"]);
  if (!values.forecasts || files.length === 0 || !values.sectors || closes.length === 0 || !featureTier)
    throw new HistoryError(USAGE);
  const forecasts = readEarlierForecasts(values.forecasts);
  const industries = readIndustries(values.sectors);
  const histories = readHistories(files, (events) => [...events]).map(({ events }) => events);
  const rows = rowsOf(histories, { forecasts, featureTier, industries });
  const returns = returnsOf(closes.map(readCloses));
  console.log(
    `${forecasts.version}, ${featureTier}: ${rows.length} forecasts. Log-loss and Brier score of both in full, then with minus without in ten-thousandths, and AUC in thousandths, with 95% intervals by company and week.\n`,
  );
  printTerm("peers", rows, peerErrors(rows));
  printTerm("correlation", rows, correlatedSurprises(rows, returns));
}

/** Returns each report once, from the family that counts, by day. */
function rowsOf(
  histories: readonly (readonly EarningsEvent[])[],
  {
    forecasts,
    featureTier,
    industries,
  }: { forecasts: EarlierForecasts; featureTier: FeatureTier; industries: ReadonlyMap<string, string> },
): Row[] {
  const { events, isCounted } = joinHistories(histories);
  const rows = events.filter(isCounted).flatMap((event): Row[] => {
    const probability = forecasts.probabilityOf(event, featureTier);
    if (probability === null) return [];
    const symbol = symbolOf(event.symbol);
    return [
      {
        event,
        symbol,
        reportDate: event.reportDate,
        lockDay: lockDayOf(event),
        industry: industries.get(symbol) ?? null,
        isBeat: isBeat(event.epsActual, event.epsEstimate),
        probability,
        surprise: surpriseOf(event),
      },
    ];
  });
  const isJudged = ({ reportDate }: Row) => reportDate >= JUDGE_FROM;
  if (!rows.some(isJudged) || rows.every(isJudged))
    throw new HistoryError(`the forecasts need reports of these files before and from ${JUDGE_FROM}`);
  return rows;
}

type Compared = { row: Row; without: number; with: number };

function printTerm(name: string, rows: readonly Row[], term: Float64Array): void {
  const { own, compared } = withAndWithout(rows, term);
  const fitted = compared.filter(({ row }) => row.reportDate < JUDGE_FROM);
  const judged = compared.filter(({ row }) => row.reportDate >= JUDGE_FROM);
  const byFamily = (groupOf: (row: Row) => string) => [
    ...Map.groupBy(judged, ({ row }) => groupOf(row)),
    ...Map.groupBy(judged, ({ row }) => `${groupOf(row)}, ${row.event.family}`),
  ];
  const groups: (readonly [string, readonly Compared[]])[] = [
    ...byFamily(({ reportDate }) => halfYearOf(reportDate)).sort(),
    ...byFamily(({ reportDate }) => reportDate.slice(0, 4)).sort(),
    [`from ${JUDGE_FROM}`, judged],
    ["fitted on", fitted],
  ];
  console.log(`${name}: coefficient ${own.input.toFixed(3)}, slope ${own.slope.toFixed(3)}\n`);
  console.log(
    "| reports | n | without: log-loss, AUC, Brier | with | log-loss ×10,000 | AUC ×1000 | Brier ×10,000 |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const [group, members] of groups) console.log(lineOf(group, members));
  console.log("");
}

/** Both regressions are fitted on the reports before the judge's years. */
function withAndWithout(rows: readonly Row[], inputs: Float64Array) {
  const logOdds = Float64Array.from(rows, ({ probability }) => logit(probability));
  const labels = Uint8Array.from(rows, ({ isBeat }) => Number(isBeat));
  const weights = Float64Array.from(rows, ({ reportDate }) => Number(reportDate < JUDGE_FROM));
  const none = new Float64Array(rows.length);
  const plain = logisticRegression({ logOdds, inputs: none, labels, weights });
  const own = logisticRegression({ logOdds, inputs, labels, weights });
  const compared = rows.map((row, k): Compared => {
    const x = logOdds[k] as number;
    return {
      row,
      without: sigmoid(plain.intercept + plain.slope * x),
      with: sigmoid(own.intercept + own.slope * x + own.input * (inputs[k] as number)),
    };
  });
  return { own, compared };
}

function lineOf(name: string, compared: readonly Compared[]): string {
  const figures = (which: "without" | "with") => {
    const of = figuresOf(
      compared.map((one) => ({
        event: one.row.event,
        isBeat: one.row.isBeat,
        beatProbability: one[which],
      })),
    );
    return [of.logLoss, of.auc, of.brier].map((value) => value.toFixed(4)).join(", ");
  };
  const { logLoss, auc, brier } = differenceOf(
    compared.map((one) => ({
      symbol: one.row.symbol,
      day: one.row.reportDate,
      isBeat: one.row.isBeat,
      before: one.without,
      after: one.with,
    })),
  );
  const ranges = [rangeText(logLoss, 1e4, 1), rangeText(auc, 1e3, 1), rangeText(brier, 1e4, 1)];
  return `| ${[name, compared.length, figures("without"), figures("with"), ...ranges].join(" | ")} |`;
}

await runCommand(main);
