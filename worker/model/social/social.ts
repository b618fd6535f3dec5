import type { MarketMood, PriceTargets, RatingChange, SocialMessage } from "#contract/market-data.ts";
import { plainText } from "#contract/plain-text.ts";
import type {
  EstimateRevisions,
  Mention,
  NewsAnalysis,
  RatingDistribution,
  Sentiment,
  SocialSentiment,
} from "#contract/social.ts";
import { DAY_MS } from "#contract/time.ts";
import { toneCounts } from "../news/news.ts";
import { fearGreed } from "./fear-greed.ts";
import { changeText, changeTone, meanRating, ratingConsensus, ratingCount } from "./ratings.ts";

/** The product specification's threshold: above 20 is bullish, below -20 bearish. */
const SOCIAL_THRESHOLD = 20;
const VOLUME_DAYS = 30;
/** The consensus counts as steady when it changed by at most this share in 30 days. */
const STEADY_SHARE = 0.005;
/**
 * The weights of the parts of the sentiment score. When a part is missing, the other weights are scaled up.
 */
const WEIGHTS = { ratings: 0.35, revisions: 0.3, changes: 0.15, messages: 0.2 } as const;

export type SocialInput = {
  ratings: RatingDistribution | null;
  priceTargets: PriceTargets | null;
  ratingChanges: RatingChange[] | null;
  revisions: EstimateRevisions | null;
  messages: { data: SocialMessage[]; source: string } | null;
  news: NewsAnalysis | null;
  mood: MarketMood | null;
};

/**
 * Returns the social sentiment, or null when no score can be computed. Parts without data are null or empty,
 * never zero.
 */
export function socialOf(input: SocialInput, now: Date): SocialSentiment | null {
  const score = socialScore(input, now);
  if (score === null) return null;
  const { ratings, priceTargets, ratingChanges, messages, news } = input;
  return {
    overall_sentiment: socialSentiment(score),
    sentiment_score: score,
    volume_score:
      messages &&
      recentCount(
        messages.data.map(({ at }) => at),
        now,
      ),
    rating_changes:
      ratingChanges &&
      recentCount(
        ratingChanges.map(({ date }) => date),
        now,
      ),
    social_momentum: input.revisions && estimateMomentum(input.revisions),
    analyst_ratings:
      ratings || priceTargets
        ? {
            consensus: ratings && ratingConsensus(ratings),
            price_targets: priceTargets && {
              average: priceTargets.mean,
              high: priceTargets.high,
              low: priceTargets.low,
            },
            rating_distribution: ratings,
            analystCount: ratings ? ratingCount(ratings) : (priceTargets?.analystCount ?? null),
          }
        : null,
    recent_mentions: mentionsOf(ratingChanges ?? [], messages?.data ?? [], messages?.source ?? ""),
    trending_topics: news?.keyTopics ?? [],
    key_influencers: keySources(news, ratingChanges),
    news_sentiment: news && toneCounts(news.articles),
    estimate_revisions: input.revisions,
    fear_greed_index: input.mood && fearGreed(input.mood),
  };
}

/** Converts a score to the product specification's words. */
function socialSentiment(score: number): Sentiment {
  if (score > SOCIAL_THRESHOLD) return "bullish";
  return score < -SOCIAL_THRESHOLD ? "bearish" : "neutral";
}

/**
 * Returns the sentiment score from -100 to 100: the weighted mean of analyst ratings, estimate revisions, and
 * the rating changes and labeled messages of the last 30 days. Returns null without any of them.
 */
export function socialScore(input: SocialInput, now: Date): number | null {
  const mean = input.ratings && meanRating(input.ratings);
  const recent = input.ratingChanges?.filter((change) => isRecent(change.date, now)) ?? [];
  const labels = input.messages?.data.filter((message) => isRecent(message.at, now)) ?? [];
  const parts: readonly (readonly [weight: number, score: number | null])[] = [
    [WEIGHTS.ratings, mean === null ? null : 50 * (3 - mean)],
    [WEIGHTS.revisions, balance(input.revisions?.upLast30 ?? null, input.revisions?.downLast30 ?? null)],
    [
      WEIGHTS.changes,
      balance(
        recent.filter((change) => change.action === "up").length,
        recent.filter((change) => change.action === "down").length,
      ),
    ],
    [
      WEIGHTS.messages,
      balance(
        labels.filter((message) => message.label === "bullish").length,
        labels.filter((message) => message.label === "bearish").length,
      ),
    ],
  ];
  const knownParts = parts.filter((part): part is readonly [number, number] => part[1] !== null);
  if (knownParts.length === 0) return null;
  const total = knownParts.reduce((sum, [weight]) => sum + weight, 0);
  return Math.round(knownParts.reduce((sum, [weight, score]) => sum + weight * score, 0) / total);
}

/** Returns the balance of votes from -100 (all down) to 100 (all up), or null without votes. */
function balance(up: number | null, down: number | null): number | null {
  if (up === null || down === null || up + down === 0) return null;
  return (100 * (up - down)) / (up + down);
}

export function recentCount(dates: readonly string[], now: Date): number {
  return dates.filter((date) => isRecent(date, now)).length;
}

/** Returns the direction of the consensus compared with 30 days ago, or null when either is unknown. */
export function estimateMomentum(revisions: EstimateRevisions): SocialSentiment["social_momentum"] {
  const { current, daysAgo30 } = revisions;
  if (current === null || daysAgo30 === null || daysAgo30 === 0) return null;
  const change = (current - daysAgo30) / Math.abs(daysAgo30);
  if (change > STEADY_SHARE) return "rising";
  return change < -STEADY_SHARE ? "falling" : "steady";
}

function isRecent(date: string, now: Date): boolean {
  const age = now.getTime() - new Date(date).getTime();
  return age >= 0 && age <= VOLUME_DAYS * DAY_MS;
}

/** Returns the six publishers and analyst firms that occur most often, most frequent first. */
function keySources(news: NewsAnalysis | null, changes: readonly RatingChange[] | null): string[] {
  const names = [
    ...(news?.articles.map((article) => article.source.name) ?? []),
    ...(changes?.slice(0, 20).map((change) => change.firm) ?? []),
  ];
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([name]) => name.slice(0, 120));
}

const MAX_MENTIONS = 20;
const MAX_TEXT = 500;
const MAX_NAME = 120;

const toneOfLabel = { bullish: "positive", bearish: "negative" } as const;

/** Returns the newest 20 rating changes and messages, newest first. */
function mentionsOf(
  changes: readonly RatingChange[],
  messages: readonly SocialMessage[],
  messageSource: string,
): Mention[] {
  const fromChanges = changes.map(
    (change): Mention => ({
      source: plainText(change.firm, MAX_NAME),
      sentiment: changeTone(change),
      text: plainText(changeText(change), MAX_TEXT),
      engagement: null,
      timestamp: new Date(change.date).toISOString(),
      url: null,
    }),
  );
  const fromMessages = messages.map(
    (message): Mention => ({
      source: plainText(`${message.author} on ${messageSource}`, MAX_NAME),
      sentiment: message.label ? toneOfLabel[message.label] : "neutral",
      text: plainText(message.text, MAX_TEXT),
      engagement: message.likes,
      timestamp: new Date(message.at).toISOString(),
      url: message.url,
    }),
  );
  return [...fromChanges, ...fromMessages]
    .sort((a, b) => b.timestamp.localeCompare(a.timestamp))
    .slice(0, MAX_MENTIONS);
}
