import { MAX_SAME_REPORT_GAP_DAYS } from "#contract/fiscal-quarter.ts";
import type { LedgerEntry } from "#contract/ledger.ts";
import type { RecordItem, RecordList } from "#contract/record.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { daysBetween } from "#contract/time.ts";
import { reader, readLedger, verifyLedger } from "#ledger-verifier";
import { shippedWeights } from "#model/weights.ts";
import { getJson } from "../drive.ts";
import type { CompanyFacts } from "../model/company-facts.ts";
import { forecastsOf } from "../model/evaluate.ts";
import { readEvents } from "../model/events.ts";
import type { ForecastEvent } from "../model/forecast-row.ts";
import { auc, brier, calibrationError, deciles } from "../model/metrics.ts";
import { whyOffRecord } from "../model/of-record.ts";

type Rehearsed = {
  url: string;
  seasonUrl: string;
  events: readonly string[];
  history: readonly string[];
  company: CompanyFacts;
  /** ISO days, both inclusive. */
  from: string;
  to: string;
};

type Compared = { evaluated: ForecastEvent; own: RecordItem[] };

type Settled = { item: RecordItem & { beatProbability: number }; evaluated: ForecastEvent };

const MAX_NAMED = 40;

/** Compares the very same reports; one that is listed on several days counts once. */
export async function compareWithEvaluation(rehearsed: Rehearsed) {
  const { url, seasonUrl, events, history, company, from, to } = rehearsed;
  const items = await recordOf(url);
  const { entries, published } = await readLedger(reader(url));
  const verdict = await verifyLedger(entries, published);
  const locks = (entries as LedgerEntry[]).flatMap(({ body }) => (body.type === "lock" ? [body] : []));
  const announced = await announcedBy(seasonUrl, from, to);
  const files = [...history, ...events].map((file) => company(readEvents(file).events));
  const compared = forecastsOf(files, { from, to, weights: shippedWeights() })
    .filter(({ event }) => announced.some((row) => isSame(event, row.symbol, row.date)))
    .map((evaluated): Compared => {
      const { event } = evaluated;
      return {
        evaluated,
        own: items.filter(({ stock, reportDate }) => isSame(event, stock.symbol, reportDate ?? "")),
      };
    });
  const absent = compared.filter(({ own }) => own.length === 0);
  const outside = Map.groupBy(absent, ({ evaluated }) => whyOffRecord(evaluated));
  const missing = outside.get(null) ?? [];
  outside.delete(null);
  const settled = compared.flatMap(({ evaluated, own: [item] }) => {
    const beatProbability = item?.beatProbability ?? null;
    const isSettled = item?.actualResult && beatProbability !== null;
    return isSettled ? [{ item: { ...item, beatProbability }, evaluated }] : [];
  });
  return {
    announced: announced.length,
    reports: compared.length,
    locked: compared.length - absent.length,
    settled: settled.length,
    void: items.filter((item) => item.state === "void").length,
    review: items.filter((item) => item.state === "review").length,
    missing: missing.length,
    missed: missing.slice(0, MAX_NAMED).map(nameOf),
    outsideUniverse: absent.length - missing.length,
    outside: Object.fromEntries([...outside].map(([reason, rows]) => [reason, rows.map(nameOf)])),
    duplicates: compared.filter(({ own }) => own.length > 1).length,
    lockedLate: locks.filter(({ time, reportsAt }) => time >= reportsAt).length,
    ledgerValid: verdict.isValid,
    ...figuresBeside(settled),
  };
}

function figuresBeside(settled: readonly Settled[]) {
  const labels = Uint8Array.from(settled, ({ item }) => Number(item.actualResult === "beat"));
  const labLabels = Uint8Array.from(settled, ({ evaluated }) => Number(evaluated.isBeat));
  const ofRecord = Float64Array.from(settled, ({ item }) => item.beatProbability);
  const ofLab = Float64Array.from(settled, ({ evaluated }) => evaluated.probability);
  const rates = Float64Array.from(settled, ({ item }) => item.baseRate);
  const labRates = Float64Array.from(settled, ({ evaluated }) => evaluated.classRate);
  const differences = ofRecord.map((probability, i) => Math.abs(probability - (ofLab[i] ?? 0))).toSorted();
  return {
    ...figures(ofRecord, rates, labels),
    evaluate: {
      n: settled.length,
      ...figures(ofLab, labRates, labLabels),
      otherOutcomes: labels.filter((label, i) => label !== labLabels[i]).length,
      medianDifference: differences[Math.floor(differences.length / 2)],
      maxDifference: differences.at(-1),
    },
  };
}

function figures(probabilities: Float64Array, rates: Float64Array, labels: Uint8Array) {
  return {
    brier: brier(probabilities, labels),
    brierBaseRate: brier(rates, labels),
    auc: auc(probabilities, labels),
    ece: calibrationError(deciles(probabilities, labels)),
  };
}

function nameOf({ evaluated: { event } }: Compared): string {
  return `${event.symbol} ${event.reportDate}`;
}

function isSame(event: { symbol: string; reportDate: string }, symbol: string, day: string): boolean {
  return (
    withDottedShareClass(event.symbol) === withDottedShareClass(symbol) &&
    Math.abs(daysBetween(event.reportDate, day)) <= MAX_SAME_REPORT_GAP_DAYS
  );
}

type AnnouncedRow = { symbol: string; date: string };

async function announcedBy(seasonUrl: string, from: string, to: string): Promise<AnnouncedRow[]> {
  const path = `/stable/earnings-calendar?from=${from}&to=${to}`;
  const rows = await getJson<(AnnouncedRow & { epsEstimated: number | null })[]>(seasonUrl, path);
  return rows.filter(({ epsEstimated }) => epsEstimated !== null);
}

async function recordOf(url: string): Promise<RecordItem[]> {
  const items: RecordItem[] = [];
  for (const outcome of ["settled", "void", "review", "pending"]) {
    let next: string | null = null;
    do {
      const before: string = next ? `&before=${encodeURIComponent(next)}` : "";
      const page: RecordList = await getJson(
        url,
        `/api/track-record/predictions?outcome=${outcome}&limit=100${before}`,
      );
      items.push(...page.items);
      next = page.next;
    } while (next);
  }
  return items;
}
