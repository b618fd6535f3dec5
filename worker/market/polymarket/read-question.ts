import { z } from "zod";
import { plainName } from "#contract/plain-text.ts";
import type { EpsBasis } from "#contract/prediction-markets.ts";
import { isoDay } from "#contract/time.ts";
import {
  type EarningsQuestion,
  earningsQuestionSchema,
  type QuestionRefusal,
} from "../prediction-markets.ts";
import type { PolymarketQuestion } from "./schema.ts";

/** What a question's address or its text says. A part that it lacks is null. */
type QuestionTerms = {
  ticker: string | null;
  companyName: string | null;
  basis: EpsBasis | null;
  expectedDay: string | null;
  strike: number | null;
};

const SITE = "https://polymarket.com/event/";

const day = String.raw`\d{1,4}-\d{1,2}-\d{1,4}`;
const amount = String.raw`(?:neg)?\d+(?:pt\d+)?`;
/** The two forms of addresses. A later question of the same form may end with a number. */
const slugForms = [
  new RegExp(
    `^(?<ticker>[a-z0-9]{1,12})-quarterly-earnings-(?<basis>gaap|nongaap)-eps-(?<day>${day})-(?<strike>${amount})(?:-\\d+)?$`,
  ),
  new RegExp(
    `^will-(?<ticker>[a-z0-9]{1,12})-beat-earnings-estimate-(?<day>${day})-(?<strike>${amount})(?:-\\d+)?$`,
  ),
];

/** Returns what the address of a question says, or null when it is not of a known form. */
export function termsOfSlug(slug: string): QuestionTerms | null {
  const groups = slugForms.map((form) => form.exec(slug)?.groups).find((found) => found !== undefined);
  if (!groups) return null;
  const { ticker = "", basis, day = "", strike = "" } = groups;
  return {
    ticker: ticker.toUpperCase(),
    companyName: null,
    basis: basis === undefined ? null : basis === "gaap" ? "gaap" : "adjusted",
    expectedDay: dayOf(day),
    strike: Number(strike.replace("neg", "-").replace("pt", ".")),
  };
}

/** Reads "08-18-2026" and "2025-10-9". Returns null for a day that the calendar does not have. */
function dayOf(text: string): string | null {
  const [first = "", second = "", third = ""] = text.split("-");
  const [year, month, date] = first.length === 4 ? [first, second, third] : [third, first, second];
  const written = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return z.iso.date().safeParse(written).success ? written : null;
}

const titleForm = /^Will (?<name>.{1,120}?)(?: \((?<ticker>[A-Z0-9.-]{1,12})\))? beat\b.*\bearnings/i;
const dayForm = /estimated to release earnings on (?<written>[A-Z][a-z]+ \d{1,2}, \d{4})/;
const strikeForm =
  /consensus estimate for .{1,120}?(?<kind>non-GAAP|GAAP) EPS for the relevant quarter is (?<open>\()?(?<sign>[-−–]?)\$?(?<inner>[-−–]?)(?<amount>\d[\d,]*(?:\.\d+)?)/i;

/** Returns what the title and the description of a question say. */
function termsOfText({
  question,
  description,
}: Pick<PolymarketQuestion, "question" | "description">): QuestionTerms {
  const { name, ticker } = titleForm.exec(question)?.groups ?? {};
  const { written } = dayForm.exec(description ?? "")?.groups ?? {};
  const { kind, open, sign, inner, amount } = strikeForm.exec(description ?? "")?.groups ?? {};
  const time = Date.parse(`${written} UTC`);
  const size = amount === undefined ? null : Number(amount.replaceAll(",", ""));
  return {
    ticker: ticker?.toUpperCase() ?? null,
    companyName: plainName(name ?? "", 200) || null,
    basis: kind === undefined ? null : /^gaap$/i.test(kind) ? "gaap" : "adjusted",
    expectedDay: written === undefined || Number.isNaN(time) ? null : isoDay(time),
    strike: size !== null && (open || sign || inner) ? -size : size,
  };
}

/**
 * Returns the question in our terms, or why it is refused. Text and address are read apart, and a question
 * whose two descriptions differ is refused, because we cannot tell which one people trade on.
 */
export function readQuestion(raw: PolymarketQuestion): EarningsQuestion | QuestionRefusal {
  const text = termsOfText(raw);
  const slug = termsOfSlug(raw.slug);
  if (!isAboutEps(raw, slug)) return "not_eps";
  if (raw.closed || raw.archived === true || raw.active === false || raw.acceptingOrders === false)
    return "closed";
  const ticker = agreed(withoutMarks(slug?.ticker), withoutMarks(text.ticker));
  const strike = agreed(slug?.strike, text.strike);
  const basis = agreed(slug?.basis, text.basis);
  const expectedDay = agreed(slug?.expectedDay, text.expectedDay);
  if ([ticker, strike, basis, expectedDay].includes("differ")) return "contradictory";
  if (ticker === null) return "no_ticker";
  if (expectedDay === null) return "no_day";
  if (strike === null) return "no_strike";
  const question = earningsQuestionSchema.safeParse({
    id: raw.id,
    title: plainName(raw.question, 300),
    url: `${SITE}${encodeURIComponent(raw.slug)}`,
    // The title has the share class's dot, which the address lacks.
    ticker: text.ticker ?? ticker,
    companyName: text.companyName,
    expectedDay,
    strike,
    basis,
    closesAt: raw.endDate === null || Number.isNaN(Date.parse(raw.endDate)) ? null : iso(raw.endDate),
    volumeUsd: raw.volumeNum ?? raw.volume,
    dayVolumeUsd: raw.volume24hr,
    ordersId: yesTokenOf(raw),
  });
  return question.success ? question.data : "unreadable";
}

function isAboutEps({ question, description }: PolymarketQuestion, slug: QuestionTerms | null): boolean {
  if (/\b(revenue|sales|subscribers|deliveries|margin|guidance)\b/i.test(question)) return false;
  if (slug !== null) return true;
  return titleForm.test(question) && /\bEPS\b/.test(description ?? "");
}

const iso = (text: string) => new Date(text).toISOString();

const withoutMarks = (ticker: string | null | undefined) => ticker?.replaceAll(/[.-]/g, "") ?? null;

function agreed<T>(first: T | null | undefined, second: T | null | undefined): T | "differ" | null {
  if (first == null || second == null) return first ?? second ?? null;
  return first === second ? first : "differ";
}

/** Returns the token of Yes. The order of outcomes is not promised, so Yes is found by its name. */
function yesTokenOf({ outcomes, clobTokenIds }: PolymarketQuestion): string | null {
  const at = outcomes.findIndex((outcome) => outcome.trim().toLowerCase() === "yes");
  const token = at === -1 ? undefined : clobTokenIds?.[at];
  return token !== undefined && /^\d{1,100}$/.test(token) ? token : null;
}
