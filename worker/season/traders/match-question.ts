import { SAME_QUARTER_DAYS } from "#contract/fiscal-quarter.ts";
import { daysBetween } from "#contract/time.ts";
import { commonName, normalizedCompanyName } from "#market/company-name.ts";
import type { EarningsQuestion } from "#market/prediction-markets.ts";

/** A coming report that a question may be about. */
export type CandidateReport = {
  symbol: string;
  companyName: string | null;
  fiscalQuarterEnd: string;
  reportDate: string;
};

/**
 * Why a question about EPS belongs to no report that we know. `unknown_company`: no report has its ticker.
 * `other_name`: the company with the ticker has another name. `no_report`: none of its reports is expected near the
 * question's day. `several_reports`: more than one is.
 */
export type MatchRefusal = "unknown_company" | "other_name" | "no_report" | "several_reports";

/** A company reports at most this many days before the day that the question expected. */
const EARLY_DAYS = 21;
/** A question waits this many days for a postponed report, and then ends No. */
const LATE_DAYS = 45;
/** A report appears within this many days after its quarter's end; annual reports of small companies are late. */
const LONGEST_LAG_DAYS = 120;

/** Returns a ticker without the marks that venues leave out: "BRKB" for "BRK.B". */
function bareTicker(symbol: string): string {
  return symbol.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/**
 * Returns the report that a question is about. The ticker decides, the company's name must not contradict it, and
 * the day must fit exactly one quarter: expected days move, while quarters are three months apart.
 */
export function matchQuestion<Report extends CandidateReport>(
  question: Pick<EarningsQuestion, "ticker" | "companyName" | "expectedDay">,
  reports: readonly Report[],
): Report | MatchRefusal {
  const ofTicker = reports.filter(({ symbol }) => bareTicker(symbol) === bareTicker(question.ticker));
  if (ofTicker.length === 0) return "unknown_company";
  const ofCompany = ofTicker.filter(({ companyName }) => isSameName(question.companyName, companyName));
  if (ofCompany.length === 0) return "other_name";
  const near = ofCompany.filter((report) => isNear(question.expectedDay, report));
  const [first, ...others] = near.toSorted(
    (a, b) => gapOf(question.expectedDay, a) - gapOf(question.expectedDay, b),
  );
  if (!first) return "no_report";
  const isAnother = ({ symbol, fiscalQuarterEnd }: Report) =>
    symbol !== first.symbol ||
    Math.abs(daysBetween(fiscalQuarterEnd, first.fiscalQuarterEnd)) > SAME_QUARTER_DAYS;
  return others.some(isAnother) ? "several_reports" : first;
}

const gapOf = (day: string, { reportDate }: CandidateReport) => Math.abs(daysBetween(day, reportDate));

function isNear(expectedDay: string, { reportDate, fiscalQuarterEnd }: CandidateReport): boolean {
  const moved = daysBetween(expectedDay, reportDate);
  const lag = daysBetween(fiscalQuarterEnd, expectedDay);
  return moved >= -EARLY_DAYS && moved <= LATE_DAYS && lag > 0 && lag <= LONGEST_LAG_DAYS;
}

/**
 * Returns false only for two names without a word in common. An unknown name contradicts nothing, and venues
 * shorten names ("Deere & Co") or leave words out ("Home Depot").
 */
function isSameName(asked: string | null, known: string | null): boolean {
  if (asked === null || known === null) return true;
  const words = (name: string) =>
    normalizedCompanyName(commonName(name).replaceAll("&", " ")).split(" ").filter(Boolean);
  const [first, second] = [words(asked), words(known)];
  if (first.length === 0 || second.length === 0) return true;
  // "JPMorgan Chase" and "JP Morgan Chase", "AT&T" and "AT & T" differ only in where a word ends.
  const [joined, other] = [first.join(""), second.join("")];
  return joined.startsWith(other) || other.startsWith(joined) || first.some((word) => second.includes(word));
}
