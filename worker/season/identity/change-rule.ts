import type { CompanyChange } from "#contract/company-change.ts";
import { addIsoDays } from "#contract/time.ts";

/** Changes that took effect more days ago are ignored. */
export const RECENT_DAYS = 45;
/**
 * A delisting is applied only this many days later, because companies that only change their ticker also appear
 * in lists of delistings.
 */
const ENDED_WAIT_DAYS = 3;
/**
 * If the new ticker's company was first seen this few days before the change of ticker, or later, it is the
 * same company under its new ticker.
 */
const EARLY_DAYS = 7;

/** What the store knows about the company that has a ticker. Days are ISO days, and unknown fields are null. */
export type TickerOwner = {
  /** The SEC's company number (CIK), ten digits. */
  cik: string | null;
  firstSeen: string | null;
  /** The day of the newest list of its exchange, if that list has the company. */
  listedOn: string | null;
};

export type ChangeEvidence = {
  /** The change was applied before, or an operator dismissed it. */
  isDecided: boolean;
  contradiction: string | null;
  ownerOf(ticker: string): TickerOwner | null;
  /** Whether a company gave up the ticker so recently that a running job may still write under it. */
  isJustGivenUp(ticker: string): boolean;
  /**
   * Returns EDGAR's company number for the ticker. Returns null when EDGAR does not list it or was not
   * requested.
   */
  cikOf(ticker: string): string | null;
  /**
   * Returns true when the figures of both tickers have a constant ratio and so come from one report. Returns
   * null when there are too few figures to tell.
   */
  areOneReport(ticker: string, main: string): boolean | null;
  hasOpen(ticker: string): boolean;
};

/**
 * `nothing`: the change concerns no company in the store, is too old or was already decided. `wait`: judge it
 * again with the next list.
 */
export type ChangeVerdict =
  | { kind: "apply" }
  | { kind: "nothing" }
  | { kind: "wait" }
  | { kind: "doubtful"; reason: string };

const nothing: ChangeVerdict = { kind: "nothing" };
const wait: ChangeVerdict = { kind: "wait" };
const apply: ChangeVerdict = { kind: "apply" };
const doubtful = (reason: string): ChangeVerdict => ({ kind: "doubtful", reason });

/**
 * Decides whether to apply a change. Company numbers and days decide, because names prove nothing. A pure
 * function.
 */
export function judgeChange(change: CompanyChange, facts: ChangeEvidence, today: string): ChangeVerdict {
  const verdict = judged(change, facts, today);
  const isStated = verdict.kind === "apply" || verdict.kind === "wait";
  return isStated && facts.contradiction !== null && change.day <= today
    ? doubtful(facts.contradiction)
    : verdict;
}

function judged(change: CompanyChange, facts: ChangeEvidence, today: string): ChangeVerdict {
  if (facts.isDecided) return nothing;
  if (change.day > today) return wait;
  if (change.day < addIsoDays(today, -RECENT_DAYS)) return nothing;
  switch (change.kind) {
    case "renamed":
      return judgeRename(change, facts);
    case "ended":
      return judgeEnd(change, facts, today);
    case "listed":
      return judgeListing(change, facts);
    case "share_class":
      return judgeClass(change, facts);
    case "split":
      return change.factor === 1 || !facts.ownerOf(change.ticker) ? nothing : apply;
  }
}

type Of<Kind extends CompanyChange["kind"]> = Extract<CompanyChange, { kind: Kind }>;

function judgeRename({ from, to, day }: Of<"renamed">, facts: ChangeEvidence): ChangeVerdict {
  const [company, owner, listed] = [facts.ownerOf(from), facts.ownerOf(to), facts.cikOf(to)];
  if (from === to || !company) return nothing;
  const { cik, firstSeen } = company;
  if (cik !== null && listed !== null && cik !== listed)
    return doubtful(`EDGAR gives ${to} to company ${listed}, and ${from} is ${cik}.`);
  const isProved = cik !== null && cik === listed;
  if (!isProved && firstSeen !== null && firstSeen > day)
    return doubtful(`${from} was first seen here on ${firstSeen}, after it should have become ${to}.`);
  if (!owner) return facts.isJustGivenUp(to) ? wait : apply;
  if (cik !== null && cik === owner.cik) return apply;
  if (cik !== null && owner.cik !== null)
    return doubtful(`${to} is company ${owner.cik} here, and ${from} is ${cik}.`);
  if (owner.firstSeen === null || owner.firstSeen >= addIsoDays(day, -EARLY_DAYS)) return apply;
  return doubtful(`${to} has been another company here since ${owner.firstSeen}.`);
}

function judgeEnd({ ticker, day }: Of<"ended">, facts: ChangeEvidence, today: string): ChangeVerdict {
  const company = facts.ownerOf(ticker);
  if (!company) return nothing;
  if (day > addIsoDays(today, -ENDED_WAIT_DAYS)) return wait;
  const { firstSeen, listedOn } = company;
  if (firstSeen !== null && firstSeen > day)
    return doubtful(`${ticker} was first seen here on ${firstSeen}, after that day.`);
  if (listedOn !== null && listedOn > day)
    return doubtful(`Its exchange still listed ${ticker} on ${listedOn}.`);
  return apply;
}

function judgeListing({ ticker, cik, parent }: Of<"listed">, facts: ChangeEvidence): ChangeVerdict {
  const owner = facts.ownerOf(ticker);
  if (!owner) return facts.isJustGivenUp(ticker) ? wait : apply;
  if (cik === null || owner.cik === null || owner.cik === cik || ticker === parent) return nothing;
  return doubtful(`EDGAR gives ${ticker} to company ${cik}, and it is ${owner.cik} here.`);
}

function judgeClass({ ticker, main }: Of<"share_class">, facts: ChangeEvidence): ChangeVerdict {
  const [classOwner, company] = [facts.ownerOf(ticker), facts.ownerOf(main)];
  if (ticker === main || !classOwner || !company) return nothing;
  if (classOwner.cik === null || classOwner.cik !== company.cik)
    return doubtful(`${ticker} and ${main} have not one number of the SEC.`);
  const areOne = facts.areOneReport(ticker, main);
  if (areOne === null)
    return doubtful(`Too few quarters of ${ticker} and ${main} are known to say that they report as one.`);
  // Tracking shares have their own reported figures.
  if (!areOne) return nothing;
  return facts.hasOpen(ticker) ? wait : apply;
}

export type FigurePair = { one: number; other: number };

const LEAST_QUARTERS = 4;
const TOLERANCE = 0.03;

export function haveConstantRatio(pairs: readonly FigurePair[]): boolean | null {
  if (pairs.length < LEAST_QUARTERS) return null;
  const ratios = pairs.map(({ one, other }) => one / other);
  const [first = 1] = ratios;
  return ratios.every((ratio) => Math.abs(ratio / first - 1) <= TOLERANCE);
}
