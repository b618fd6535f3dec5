import type { Headline, SocialMessage } from "#contract/market-data.ts";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import type { SampleCompany } from "./companies.ts";
import { quarterOf, upcomingQuarter } from "./quarters.ts";
import { seededPick, seededRandom } from "./seeded.ts";

/**
 * Headlines by the outcome of the company's last report; those of `any` fit every outcome. `{}` stands for
 * the company, which may be a real one, so no sentence says that it did something wrong.
 */
export const headlines = {
  beat: [
    "{} raises full-year outlook after strong quarter",
    "{} says margins improved on lower costs",
    "{} announces share repurchase program",
    "Analysts lift estimates for {} after its report",
  ],
  miss: [
    "{} cautious on the year after soft quarter",
    "Analysts trim estimates for {} after its report",
    "{} says demand was below a year ago",
    "{} to lower spending for the rest of the year",
  ],
  any: [
    "{} wins multi-year contract",
    "{} to open a new training center",
    "{} to present at an industry conference next month",
    "{} names new chief financial officer",
    "{} expands partnership in cloud services",
  ],
} as const;

type Message = readonly [text: string, label: SocialMessage["label"]];

/** Social messages with their labels. `{}` stands for the ticker. */
export const messages: readonly [Message, ...Message[]] = [
  ["{} looks ready for a good quarter, margins are improving", "bullish"],
  ["Trimmed {} before the report, guidance worries me", "bearish"],
  ["Watching {} into earnings, implied move looks rich", null],
  ["{} guidance was strong last time, I expect the same", "bullish"],
  ["{} inventory is up, I am careful here", "bearish"],
  ["Anyone know when {} reports?", null],
];

/** Returns the headlines of the last two weeks, newest first. Links lead to a reserved example domain. */
export function sampleHeadlines(company: SampleCompany, now: Date): Headline[] {
  return lately(now, 14, 8 * HOUR_MS, (slot) => seededRandom(company.symbol, "headline", slot) < 0.3).map(
    ({ slot, at }) => ({
      title: seededPick(topic(company, slot, at), company.symbol, "title", slot).replace("{}", company.name),
      description: "Simulated headline of the sample market.",
      publisher: "Sample Newswire",
      publishedAt: at.toISOString(),
      url: `https://example.com/sample-news/${encodeURIComponent(company.symbol)}/${slot}`,
      relatedSymbols: [company.symbol],
    }),
  );
}

function topic(company: SampleCompany, slot: number, at: Date): readonly [string, ...string[]] {
  const last = upcomingQuarter(company, at).index - 1;
  if (last < 0 || seededRandom(company.symbol, "topic", slot) < 0.5) return headlines.any;
  const { actual, estimate } = quarterOf(company, last);
  return actual > estimate ? headlines.beat : headlines.miss;
}

/** Returns the social messages of the last week, newest first. */
export function sampleMessages(company: SampleCompany, now: Date): SocialMessage[] {
  return lately(now, 7, 4 * HOUR_MS, (slot) => seededRandom(company.symbol, "message", slot) < 0.5).map(
    ({ slot, at }) => {
      const [text, label] = seededPick(messages, company.symbol, "text", slot);
      return {
        id: `${company.symbol}-${slot}`,
        text: text.replace("{}", `$${company.symbol}`),
        author: `sample_user_${Math.floor(1000 * seededRandom(company.symbol, "author", slot))}`,
        at: at.toISOString(),
        label,
        likes: Math.floor(40 * seededRandom(company.symbol, "likes", slot) ** 2),
        url: null,
      };
    },
  );
}

/**
 * Returns the time slots of the last `days` days for which `isTaken` is true, newest first, each with its
 * middle as `at`.
 */
function lately(now: Date, days: number, slotMs: number, isTaken: (slot: number) => boolean) {
  const newest = Math.floor(now.getTime() / slotMs) - 1;
  const slots: { slot: number; at: Date }[] = [];
  for (let slot = newest; slot * slotMs > now.getTime() - days * DAY_MS; slot--) {
    if (isTaken(slot)) slots.push({ slot, at: new Date(slot * slotMs + slotMs / 2) });
  }
  return slots;
}
