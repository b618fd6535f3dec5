import type { Article, NewsAnalysis, Sentiment } from "#contract/news.ts";
import type { Headline } from "#market/port.ts";
import { headlineScore, SENTIMENT_METHOD, toneOf } from "./headline-sentiment.ts";

/** Spec section 9. */
const BULLISH_ABOVE = 15;
const BEARISH_BELOW = -15;
const MAX_ARTICLES = 30;

const topics: readonly (readonly [string, RegExp])[] = [
  ["Earnings", /\b(earnings|quarter|results|eps|profit)\b/i],
  ["Guidance", /\b(guidance|outlook|forecast|expects?)\b/i],
  ["Analysts", /\b(analysts?|upgrade|downgrade|price target|rating)\b/i],
  ["Products", /\b(launch|unveil|product|device|model|service)s?\b/i],
  ["Artificial intelligence", /\b(ai|artificial intelligence|chatbot|chips?)\b/i],
  ["Deals", /\b(acqui\w+|merger|deal|buyout|partnership|contract)\b/i],
  ["Regulation", /\b(regulat\w+|antitrust|probe|lawsuit|inquiry|court|fine[ds]?|ban)\b/i],
  ["Leadership", /\b(ceo|cfo|chief|chair\w*|resign\w*|appoint\w*|names)\b/i],
  ["Capital returns", /\b(dividend|buyback|repurchase)s?\b/i],
  ["Costs and jobs", /\b(layoffs?|jobs|cuts?|costs?|freight)\b/i],
];

/** The news block: duplicates removed, newest first, each headline scored. Null without headlines. */
export function newsOf(headlines: readonly Headline[], companyName: string): NewsAnalysis | null {
  const articles = distinct(headlines).slice(0, MAX_ARTICLES).map(articleOf);
  if (articles.length === 0) return null;
  const score = Math.round(articles.reduce((sum, article) => sum + article.score, 0) / articles.length);
  return {
    overallSentiment: sentimentOf(score),
    sentimentScore: score,
    summary: summaryOf(articles, companyName),
    keyTopics: topicsOf(articles),
    articles,
    method: SENTIMENT_METHOD,
  };
}

/** Counts of articles by tone. */
export function tonesOf(articles: readonly Article[]) {
  const count = (tone: Article["sentiment"]) =>
    articles.filter((article) => article.sentiment === tone).length;
  return { positive: count("positive"), negative: count("negative"), neutral: count("neutral") };
}

function sentimentOf(score: number): Sentiment {
  if (score > BULLISH_ABOVE) return "bullish";
  return score < BEARISH_BELOW ? "bearish" : "neutral";
}

/** One headline often stands under several addresses; the words decide. */
function distinct(headlines: readonly Headline[]): Headline[] {
  const seen = new Set<string>();
  return [...headlines]
    .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .filter((headline) => {
      const words = headline.title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim();
      if (!words || seen.has(words)) return false;
      seen.add(words);
      return true;
    });
}

function articleOf(headline: Headline): Article {
  const score = headlineScore(headline.title);
  return {
    title: headline.title.slice(0, 500),
    description: headline.description?.slice(0, 1000) ?? null,
    source: { name: headline.publisher.slice(0, 120) },
    publishedAt: headline.publishedAt,
    url: headline.url,
    sentiment: toneOf(score),
    score,
  };
}

function summaryOf(articles: readonly Article[], companyName: string): string {
  const { positive, negative, neutral } = tonesOf(articles);
  const count = `${articles.length} recent ${articles.length === 1 ? "article" : "articles"}`;
  return `${count} about ${companyName}: ${positive} positive, ${negative} negative and ${neutral} neutral in tone.`;
}

function topicsOf(articles: readonly Article[]): string[] {
  return topics
    .map(([name, pattern]) => ({ name, n: articles.filter((article) => pattern.test(article.title)).length }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n)
    .map(({ name }) => name);
}
