import type { Headline } from "#contract/market-data.ts";
import { plainText } from "#contract/plain-text.ts";
import { webAddress } from "#contract/public-url.ts";
import type { Article, NewsAnalysis, Sentiment } from "#contract/social.ts";
import { headlineToneOf, TONE_METHOD, TONE_THRESHOLD, toneScore } from "./tone.ts";

const MAX_TOPICS = 6;

/** Returns the tone of a headline from -100 (bad for the company) to 100 (good). */
type ToneOfTitle = (title: string) => number;

/**
 * Analyzes the tone and the topics of headlines up to `now`. Headlines that look like instructions to a
 * language model are listed as neutral, and neither the score nor the topics use them.
 */
export function newsOf(
  headlines: readonly Headline[],
  now: Date,
  judge: { tone: ToneOfTitle; method: string } = { tone: toneScore, method: TONE_METHOD },
): NewsAnalysis {
  const dated = cleanHeadlines(headlines, now).map((headline) => ({
    headline,
    counts: !isInstruction(`${headline.title} ${headline.description ?? ""}`),
  }));
  const articles = dated.map(({ headline, counts }): Article => {
    const score = counts ? judge.tone(headline.title) : 0;
    return {
      title: headline.title,
      description: headline.description,
      source: { name: headline.publisher },
      publishedAt: headline.publishedAt,
      url: headline.url,
      sentiment: headlineToneOf(score),
      score,
    };
  });
  const counted = articles.filter((_, i) => dated[i]?.counts);
  const score = newsScore(counted.map((article) => article.score));
  return {
    overallSentiment: newsSentiment(score),
    sentimentScore: score,
    summary: newsSummary(articles, score),
    keyTopics: topicsOf(
      counted.map((article) => article.title),
      MAX_TOPICS,
    ),
    articles,
    method: judge.method,
  };
}

/** Returns the mean score, rounded to whole points from -100 to 100, or 0 without scores. */
export function newsScore(scores: readonly number[]): number {
  if (scores.length === 0) return 0;
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

/**
 * Converts a score to a sentiment by the product specification's thresholds: above 15 is bullish, below -15
 * bearish.
 */
export function newsSentiment(score: number): Sentiment {
  if (score > TONE_THRESHOLD) return "bullish";
  return score < -TONE_THRESHOLD ? "bearish" : "neutral";
}

export function toneCounts(articles: readonly Article[]) {
  const count = (tone: Article["sentiment"]) => articles.filter((a) => a.sentiment === tone).length;
  return {
    positive_articles: count("positive"),
    negative_articles: count("negative"),
    neutral_articles: count("neutral"),
    total_articles: articles.length,
  };
}

function newsSummary(articles: readonly Article[], score: number): string {
  if (articles.length === 0) return "No recent news articles found for analysis";
  const counts = toneCounts(articles);
  const tones = [
    counts.positive_articles > 0 ? `${counts.positive_articles} positive` : "",
    counts.negative_articles > 0 ? `${counts.negative_articles} negative` : "",
    counts.neutral_articles > 0 ? `${counts.neutral_articles} neutral` : "",
  ].filter((part) => part !== "");
  const publishers = new Set(articles.map((article) => article.source.name)).size;
  const articleWord = articles.length === 1 ? "article" : "articles";
  const publisherWord = publishers === 1 ? "publisher" : "publishers";
  return `${articles.length} recent ${articleWord} from ${publishers} ${publisherWord}: ${tones.join(", ")}. Taken together they are ${newsSentiment(score)}: ${score} on a scale from -100 to 100.`;
}

const topics: Readonly<Record<string, RegExp>> = {
  Earnings: /\b(earnings|profits?|eps|quarter(ly)?|results?)\b/i,
  Guidance: /\b(guidance|outlook|forecasts?|warns?|warning)\b/i,
  Sales: /\b(sales|revenues?|demand|orders?|shipments?|deliveries)\b/i,
  Analysts: /\b(analysts?|upgrades?|downgrades?|price targets?|rating|overweight|underweight)\b/i,
  Deals: /\b(acquir\w*|acquisition|merger|takeover|buyout|stake|deal|joint venture)\b/i,
  Products: /\b(launch\w*|unveil\w*|product|release\w*|devices?|model|iphone|vehicles?|drug)\b/i,
  "Artificial intelligence": /\b(ai|artificial intelligence|chips?|data cent(er|re)s?|machine learning)\b/i,
  Regulation:
    /\b(regulat\w*|antitrust|lawsuits?|sued?|sues|probe|investigat\w*|inquiry|fines?|ban|court|fda|sec)\b/i,
  Trade: /\b(tariffs?|trade war|exports?|imports?|china|sanctions?)\b/i,
  Investment: /\b(invest\w*|spending|capex|plants?|factory|expan\w*)\b/i,
  Jobs: /\b(layoffs?|lay off|job cuts|hiring|hires?|workforce|ceo|cfo|chief)\b/i,
  "Shareholder returns": /\b(dividends?|buybacks?|repurchases?)\b/i,
  "Share price": /\b(shares|stock|rall(y|ies)|record high|sell-?off|valuation|intrinsic value)\b/i,
};

/** Returns the topics that the titles mention, the most frequent first, at most `max`. */
export function topicsOf(titles: readonly string[], max: number): string[] {
  return Object.entries(topics)
    .map(([topic, pattern]) => ({ topic, n: titles.filter((title) => pattern.test(title)).length }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n)
    .slice(0, max)
    .map(({ topic }) => topic);
}

const MAX_HEADLINES = 30;
const MAX_TITLE = 500;
const MAX_DESCRIPTION = 1000;

/**
 * Returns at most 30 headlines, newest first. It removes markup and control characters from their texts, and
 * drops duplicates, headlines whose address is not a public web address, and headlines published after `now`.
 */
export function cleanHeadlines(headlines: readonly Headline[], now: Date): Headline[] {
  const seenTitles = new Set<string>();
  return headlines
    .flatMap((headline): Headline[] => {
      const title = plainText(headline.title, MAX_TITLE);
      const url = webAddress(headline.url);
      const at = new Date(headline.publishedAt);
      if (title === "" || url === null || Number.isNaN(at.getTime()) || at > now) return [];
      const description = headline.description && plainText(headline.description, MAX_DESCRIPTION);
      const publisher = plainText(headline.publisher, 120) || "Unknown publisher";
      return [
        {
          ...headline,
          title,
          description: description || null,
          publisher,
          url,
          publishedAt: at.toISOString(),
        },
      ];
    })
    .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .filter((headline) => {
      const words = headline.title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim();
      const keys = [headline.url, words];
      if (keys.some((key) => seenTitles.has(key))) return false;
      for (const key of keys) seenTitles.add(key);
      return true;
    })
    .slice(0, MAX_HEADLINES);
}

/** Phrases with which a text might try to instruct a language model. */
const instructions = [
  /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instructions?|prompts?|rules?|above|previous|prior|system)\b/i,
  /\b(you are|act as|pretend to be|respond as)\b.{0,30}\b(assistant|model|ai|chatbot|analyst)\b/i,
  /\b(answer|reply|respond|output|print|say|write|return)\b.{0,40}\b(beat|miss|bullish|bearish|json|\d{1,3} ?(%|percent))/i,
  /\b(system|developer) (prompt|message)\b/i,
  /<\/?(system|assistant|user|instructions?)>|\[\/?inst\]/i,
];

/**
 * Says whether a text looks like an instruction to a language model. Such a text gets a neutral tone and no
 * topics, and no language model sees it.
 */
export function isInstruction(text: string): boolean {
  return instructions.some((pattern) => pattern.test(text));
}
