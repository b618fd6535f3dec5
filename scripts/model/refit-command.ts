// npm run tool -- model-refit fits candidate weights on files, on the store's reports or on both. They ship only when
// a person approves the comparison with the shipped weights on seasons that neither has seen.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isoDay } from "#contract/time.ts";
import {
  approve,
  checkNotApproved,
  checkNotOlder,
  makeFolder,
  versionIn,
  weightsIn,
} from "./approve-refit.ts";
import { type ArchiveRow, archiveEvents, readArchive } from "./archive-events.ts";
import { countClasses, type SizedHistories } from "./classes-fit.ts";
import { runCommand, tellBadRows, valuesOf } from "./command.ts";
import { type CompanyFacts, companyFacts } from "./company-facts.ts";
import { type EarlierForecasts, forecastsText, readEarlierForecasts } from "./earlier-forecasts.ts";
import { HistoryError, isDay } from "./events.ts";
import {
  checkDistinct,
  checksumOf,
  checkUnchanged,
  type HistoryInput,
  historyUse,
  inputOf,
  readHistories,
  statedFiles,
} from "./inputs.ts";
import { judgeProblem, judgmentOf, judgmentsIn } from "./judge.ts";
import { readEstimates, withEstimates } from "./past-estimates.ts";
import { countReactions } from "./reactions-fit.ts";
import { refit } from "./refit.ts";
import { type Artifact, refitReport } from "./refit-report.ts";
import { reliabilityPicture } from "./reliability-picture.ts";
import { companySectors } from "./sectors.ts";

const USAGE = `usage: npm run tool -- model-refit --family NAME FILE … [--family NAME FILE …] [--store local|remote|FILE] [--until DATE]
    [--sectors FILE] [--closes FILE …] [--estimates FILE] [--large FILE --medium FILE --small FILE] [--reactions FILE]
    [--against FILE | --uncompared] [--judge NAME] [--out FOLDER] [--shipped FOLDER]
  then npm run tool -- model-refit --approve NAME [--because REASON] [--out FOLDER] [--shipped FOLDER]`;
/** Private, like the files that it was made of. */
const FORECASTS = "walk-forward.csv";
const STORE_ROWS = "store-reports.json";
const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;

async function main(): Promise<void> {
  const { values, tokens } = parseArgs({
    options: {
      ...{ family: texts, history: texts, store: text, until: text, sectors: text, closes: texts },
      ...{ estimates: text, large: text, medium: text, small: text, reactions: text, against: text },
      ...{ judge: text, approve: text, because: text },
      uncompared: { type: "boolean", default: false },
      out: { type: "string", default: "dist/refit" },
      shipped: { type: "string", default: "worker/model" },
    },
    allowPositionals: true,
    tokens: true,
  });
  const { out, shipped, store, until = "9999-12-31" } = values;
  if (values.approve !== undefined) {
    const because = values.because?.trim() ?? null;
    return approve({ out, shippedFolder: shipped, who: values.approve.trim(), because });
  }
  const files = statedFiles(tokens);
  if ((files.length === 0 && store === undefined) || !isDay(until)) throw new HistoryError(USAGE);
  const startedAt = Date.now();
  const tell = (line: string) => console.log(`${Math.round((Date.now() - startedAt) / 1000)} s: ${line}`);

  // Everything that can be refused is read first, because the fit takes many minutes.
  const cardFile = join(shipped, "MODEL_CARD.md");
  const shippedCard = existsSync(cardFile) ? readFileSync(cardFile, "utf8") : "";
  const against = values.uncompared
    ? "none"
    : values.against === undefined
      ? { weights: weightsIn(shipped) }
      : { forecasts: earlierForecastsOf(values.against, versionIn(shipped)) };
  const closes = valuesOf(tokens, "closes");
  const others = [
    ...(values.sectors === undefined ? [] : [inputOf(values.sectors, "sectors")]),
    ...closes.map((file) => inputOf(file, "closes")),
    ...(values.estimates === undefined ? [] : [inputOf(values.estimates, "past estimates")]),
  ];
  tell(`reading ${files.length} histories and ${others.length} other files`);
  const facts = companyFacts({ sectors: values.sectors, closes });
  const read = readHistories(files, facts, until);
  const inputs = [...read.map(({ input }) => input), ...others];
  checkDistinct(inputs);
  checkUnchanged(inputs, shippedCard);
  const historyAt = (file: string) => {
    const at = files.findIndex((stated) => stated.file === file);
    if (at < 0) throw new HistoryError(`${file} is not among the histories, so its family is not stated`);
    return (read[at] as HistoryInput).events;
  };
  const sizes = sizesOf(values, historyAt);
  const reactionEvents = values.reactions === undefined ? null : historyAt(values.reactions);
  makeFolder(out);
  checkNotApproved(out);
  const rows = store === undefined ? [] : storeRows(store, until);
  if (rows.length > 0) tell(`${rows.length} reports of the store`);
  const histories = withEstimatesOf(values.estimates, read, storeInputs(rows, facts));
  const problem = values.judge === undefined ? null : judgeProblem(values.judge, newestOf(histories));
  if (problem) throw new HistoryError(problem);
  const allEvents = histories.map(({ events }) => events);
  const classes = sizes && countClasses(allEvents, sizes);
  const reactions = reactionEvents && countReactions(reactionEvents, closes, companySectors(allEvents));
  checkNotOlder(shipped, { "class-counts.json": classes, "reactions.json": reactions });

  const { weights, tested, cardWith, compared } = await refit({ histories, others, against, report: tell });
  const day = isoDay(new Date());
  const judgments = judgmentsIn(shippedCard);
  if (values.judge !== undefined) {
    const line = judgmentOf(tested, { version: weights.version, who: values.judge.trim(), day }, judgments);
    if (line) judgments.push(line);
    else console.error(`${weights.version} was judged before; its year is opened once a version`);
  }
  const asJson = (value: unknown) => `${JSON.stringify(value)}\n`;
  const artifacts: Artifact[] = [
    { name: "weights.json", text: asJson(weights) },
    ...(classes ? [{ name: "class-counts.json", text: asJson(classes) }] : []),
    ...(reactions ? [{ name: "reactions.json", text: asJson(reactions) }] : []),
    { name: "MODEL_CARD.md", text: cardWith(judgments) },
    { name: "reliability.svg", text: reliabilityPicture(tested) },
  ];
  const report = refitReport({
    day,
    compared,
    artifacts,
    candidateVersion: weights.version,
    shippedVersion: versionIn(shipped),
    inputs: [...histories.map(({ input }) => input), ...others],
    beside: [
      classes
        ? `class counts: ${classes.classes.all?.n ?? 0} reports from ${classes.from} to ${classes.to}`
        : "class counts: as shipped, because --large, --medium and --small are not given",
      reactions
        ? `reactions: ${Object.values(reactions.all).reduce((sum, { n }) => sum + n, 0)} reports from ${reactions.from} to ${reactions.to}`
        : "reactions: as shipped, because --reactions is not given",
    ],
    archive: archiveEvents(rows, (events) => [...events]).flat(),
  });
  // Nothing is approved without the report, so that of an earlier candidate goes first and the new one comes last.
  rmSync(join(out, "REPORT.md"), { force: true });
  for (const { name, text } of artifacts) writeFileSync(join(out, name), text);
  if (rows.length > 0) writeFileSync(join(out, STORE_ROWS), `${JSON.stringify(rows)}\n`);
  writeFileSync(join(out, FORECASTS), forecastsText(weights.version, tested));
  writeFileSync(join(out, "REPORT.md"), report);
  tell(`written to ${out}; nothing is shipped before --approve NAME\n\n${report}`);
}

function earlierForecastsOf(file: string, shippedVersion: string): EarlierForecasts {
  const earlier = readEarlierForecasts(file);
  if (earlier.version === shippedVersion) return earlier;
  throw new HistoryError(`${file} has the forecasts of ${earlier.version}, but ${shippedVersion} ships now`);
}

/** All three or none. */
function sizesOf(
  { large, medium, small }: { large?: string; medium?: string; small?: string },
  historyAt: (file: string) => HistoryInput["events"],
): SizedHistories | null {
  if (large === undefined && medium === undefined && small === undefined) return null;
  if (large === undefined || medium === undefined || small === undefined)
    throw new HistoryError("class counts take --large, --medium and --small together");
  return { large: historyAt(large), medium: historyAt(medium), small: historyAt(small) };
}

function newestOf(read: readonly HistoryInput[]): string {
  const days = read.flatMap(({ events }) => events.at(-1)?.reportDate ?? []);
  return days.sort().at(-1) ?? "";
}

function storeRows(store: string, until: string): ArchiveRow[] {
  const ledgerId = process.env.MARKET_CLOCK ? `live ${process.env.MARKET_CLOCK}` : "live";
  const rows = readArchive(store, ledgerId).filter(({ reportDate }) => reportDate <= until);
  if (rows.length === 0) throw new HistoryError(`the store has no settled report until ${until}`);
  return rows;
}

function storeInputs(rows: readonly ArchiveRow[], facts: CompanyFacts): HistoryInput[] {
  const sha256 = checksumOf(`${JSON.stringify(rows)}\n`);
  return archiveEvents(rows, facts).flatMap((events) => {
    const family = events[0]?.family;
    if (!family) return [];
    return [{ events, input: { name: STORE_ROWS, use: historyUse(family, events), sha256 } }];
  });
}

/** Prints how the vendor's values compare with the store's. */
function withEstimatesOf(
  file: string | undefined,
  files: readonly HistoryInput[],
  archive: readonly HistoryInput[],
): HistoryInput[] {
  if (file === undefined) return [...files, ...archive];
  const { estimates, badRows } = readEstimates(file);
  tellBadRows(file, badRows);
  const eventsOf = (inputs: readonly HistoryInput[]) => inputs.map(({ events }) => events);
  const joined = withEstimates({ files: eventsOf(files), archive: eventsOf(archive) }, estimates);
  console.log(`${joined.claimed} reports have a value of ${file}`);
  console.table(joined.comparisons);
  return [...files, ...archive].map((one, i) => ({
    ...one,
    events: [...joined.files, ...joined.archive][i] ?? one.events,
  }));
}

await runCommand(main);
