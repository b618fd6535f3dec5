import type { NewsAnalysis, Sentiment } from "#contract/news.ts";
import type { Mention, RatingDistribution, SocialSentiment } from "#contract/social.ts";
import type {
  CompanyReport,
  MarketMood,
  Part,
  PriceTargets,
  RatingChange,
  SocialMessage,
} from "#market/port.ts";
import { fearGreedOf } from "./fear-greed.ts";
import { tonesOf } from "./news.ts";
import { clamp } from "./numbers.ts";

/** Spec section 9. */
const BULLISH_ABOVE = 20;
const BEARISH_BELOW = -20;
const MAX_MENTIONS = 20;
const DAY_MS = 86_400_000;

export type SocialInputs = {
  company: CompanyReport;
  news: NewsAnalysis | null;
  messages: Part<SocialMessage[]>;
  mood: Part<MarketMood>;
  now: Date;
};

/** The social block: analysts, messages, news counts and the market's mood. Null when none of them is to be had. */
export function socialOf({ company, news, messages, mood, now }: SocialInputs): SocialSentiment | null {
  const ratings = dataOf(company.ratings);
  const targets = dataOf(company.priceTargets);
  const changes = dataOf(company.ratingChanges) ?? [];
  const posts = dataOf(messages) ?? [];
  const fearGreed = mood.state === "missing" ? null : fearGreedOf(mood.data);
  if (!ratings && !targets && changes.length === 0 && posts.length === 0 && !news && !fearGreed) return null;
  const score = scoreOf(ratings, posts);
  const mentions = [...posts.map(messageMention), ...changes.map(changeMention)].sort((a, b) =>
    b.timestamp.localeCompare(a.timestamp),
  );
  const counted = mentions.filter((mention) => now.getTime() - Date.parse(mention.timestamp) < 30 * DAY_MS);
  return {
    overall_sentiment: sentimentOf(score),
    sentiment_score: score,
    volume_score: mentions.length > 0 ? counted.length : null,
    social_momentum: posts.length > 0 ? momentumOf(posts, now) : null,
    analyst_ratings: analystsOf(ratings, targets),
    recent_mentions: mentions.slice(0, MAX_MENTIONS),
    trending_topics: news?.keyTopics ?? [],
    key_influencers: [...new Set(changes.map((change) => change.firm))].slice(0, 8),
    news_sentiment: news && newsCounts(news),
    estimate_revisions: dataOf(company.revisions),
    fear_greed_index: fearGreed,
  };
}

/** What most analysts say, by the mean of their ratings from 1 (strong buy) to 5 (strong sell). */
export function consensusOf(ratings: RatingDistribution) {
  const counts = [ratings.strongBuy, ratings.buy, ratings.hold, ratings.sell, ratings.strongSell];
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const mean = counts.reduce((sum, count, i) => sum + count * (i + 1), 0) / total;
  const names = ["strong buy", "buy", "hold", "sell", "strong sell"] as const;
  return names[clamp(Math.round(mean) - 1, 0, 4)] ?? "hold";
}

/** -100 to 100: the balance of ratings, and of labelled messages where there are any. */
function scoreOf(ratings: RatingDistribution | null, posts: SocialMessage[]): number {
  const parts: number[] = [];
  if (ratings) {
    const { strongBuy, buy, hold, sell, strongSell } = ratings;
    const total = strongBuy + buy + hold + sell + strongSell;
    if (total > 0) parts.push((100 * (2 * strongBuy + buy - sell - 2 * strongSell)) / (2 * total));
  }
  const labelled = posts.filter((post) => post.label !== null);
  const bulls = labelled.filter((post) => post.label === "bullish").length;
  if (labelled.length > 0) parts.push((100 * (2 * bulls - labelled.length)) / labelled.length);
  if (parts.length === 0) return 0;
  return Math.round(parts.reduce((sum, part) => sum + part, 0) / parts.length);
}

function sentimentOf(score: number): Sentiment {
  if (score > BULLISH_ABOVE) return "bullish";
  return score < BEARISH_BELOW ? "bearish" : "neutral";
}

/** Messages of the last three days against the three before. */
function momentumOf(posts: SocialMessage[], now: Date): "rising" | "falling" | "steady" {
  const within = (from: number, to: number) =>
    posts.filter((post) => {
      const age = (now.getTime() - Date.parse(post.at)) / DAY_MS;
      return age >= from && age < to;
    }).length;
  const [recent, before] = [within(0, 3), within(3, 6)];
  if (recent > 1.25 * before) return "rising";
  return recent < 0.8 * before ? "falling" : "steady";
}

function analystsOf(
  ratings: RatingDistribution | null,
  targets: PriceTargets | null,
): SocialSentiment["analyst_ratings"] {
  if (!ratings && !targets) return null;
  const counted = ratings ? Object.values(ratings).reduce((sum, count) => sum + count, 0) : null;
  return {
    consensus: ratings && consensusOf(ratings),
    price_targets: targets && { average: targets.mean, high: targets.high, low: targets.low },
    rating_distribution: ratings,
    analystCount: targets?.analystCount ?? counted,
  };
}

const verbs: Record<RatingChange["action"], string> = {
  up: "upgraded to",
  down: "downgraded to",
  init: "started at",
  main: "kept at",
  reit: "reiterated",
};

function changeMention(change: RatingChange): Mention {
  return {
    source: change.firm.slice(0, 120),
    sentiment: change.action === "up" ? "positive" : change.action === "down" ? "negative" : "neutral",
    text: `${change.firm} ${verbs[change.action]} ${change.toGrade}`.slice(0, 500),
    engagement: null,
    timestamp: change.date,
    url: null,
  };
}

function messageMention(message: SocialMessage): Mention {
  return {
    source: message.author.slice(0, 120),
    sentiment:
      message.label === "bullish" ? "positive" : message.label === "bearish" ? "negative" : "neutral",
    text: message.text.slice(0, 500),
    engagement: message.likes,
    timestamp: message.at,
    url: message.url,
  };
}

function newsCounts(news: NewsAnalysis): SocialSentiment["news_sentiment"] {
  const { positive, negative, neutral } = tonesOf(news.articles);
  return {
    positive_articles: positive,
    negative_articles: negative,
    neutral_articles: neutral,
    total_articles: news.articles.length,
  };
}

function dataOf<T>(part: Part<T>): T | null {
  return part.state === "missing" ? null : part.data;
}
