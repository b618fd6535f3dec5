import type { NewsAnalysis } from "#contract/news.ts";
import { plainText } from "#contract/plain-text.ts";
import type { FearGreed, SocialSentiment } from "#contract/social.ts";
import type { Headline, MarketMood, Part, SocialMessage } from "#market/port.ts";
import { computedFrom, type Direction, type EvidenceSet, type Origin, originOf } from "../evidence.ts";
import { isInstruction } from "../news/headlines.ts";
import { toneCounts } from "../news/news.ts";

const LISTED_MESSAGES = 10;

/** Notes the headlines as quotations, and their tone. A headline that instructs its reader is not among the facts. */
export function noteNews(evidence: EvidenceSet, part: Part<Headline[]>, news: NewsAnalysis | null): void {
  if (part.state === "missing" || !news || news.articles.length === 0) {
    evidence.addMissing({
      key: "news",
      kind: "news",
      label: "News",
      source: part.source,
      reason: part.state === "missing" ? part.detail : "No headline about this company.",
      about: ["news"],
    });
    return;
  }
  const origin = originOf(part);
  const computed = { kind: "news", origin: computedFrom(origin), note: `By ${news.method}.` } as const;
  evidence.add({
    ...computed,
    key: "newsScore",
    label: "Tone of the headlines",
    value: news.sentimentScore,
    unit: "points",
    computedBy: "newsScore",
    about: ["headlines"],
    says: [news.overallSentiment],
  });
  const counts = toneCounts(news.articles);
  const add = (key: string, label: string, value: number, about: string[]) =>
    evidence.add({
      ...computed,
      key,
      label,
      value,
      unit: "articles",
      computedBy: "toneCounts",
      about,
      needsFigure: true,
    });
  add("articleCount", "Articles analysed", counts.total_articles, ["articles"]);
  add("positiveArticles", "Articles in a positive tone", counts.positive_articles, ["positive in tone"]);
  add("negativeArticles", "Articles in a negative tone", counts.negative_articles, ["negative in tone"]);
  add("neutralArticles", "Articles in a neutral tone", counts.neutral_articles, ["neutral in tone"]);
  for (const article of news.articles) {
    if (isInstruction(`${article.title} ${article.description ?? ""}`)) continue;
    evidence.add({
      key: `headline ${article.url}`,
      kind: "news",
      label: `Headline, ${article.source.name}`,
      value: article.title,
      origin: { ...origin, asOf: article.publishedAt },
      url: article.url,
      note: `Tone ${article.score} of 100.`,
      about: [],
      isQuotation: true,
    });
  }
}

/** Notes the social score and the messages as quotations. */
export function noteSocial(
  evidence: EvidenceSet,
  part: Part<SocialMessage[]>,
  social: SocialSentiment | null,
  origin: Origin,
): void {
  if (social) {
    const computed = { kind: "social", origin: computedFrom(origin) } as const;
    evidence.add({
      ...computed,
      key: "socialScore",
      label: "Sentiment of analysts and messages",
      value: social.sentiment_score,
      unit: "points",
      note: "Ratings, estimate revisions, rating changes and labelled messages, from -100 to 100.",
      computedBy: "socialScore",
      about: ["sentiment of analysts", "social sentiment"],
      says: [social.overall_sentiment],
    });
    if (social.volume_score !== null)
      evidence.add({
        ...computed,
        key: "mentions",
        label: "Messages in 30 days",
        value: social.volume_score,
        unit: "messages",
        computedBy: "recentCount",
        about: ["mentions", "messages in 30 days"],
      });
    if (social.rating_changes != null)
      evidence.add({
        ...computed,
        key: "ratingChanges",
        label: "Rating changes in 30 days",
        value: social.rating_changes,
        unit: "changes",
        computedBy: "recentCount",
        about: ["rating changes in 30 days"],
      });
  }
  if (part.state === "missing") {
    evidence.addMissing({
      key: "messages",
      kind: "social",
      label: "Messages of investors",
      source: part.source,
      reason: part.detail,
      about: ["messages"],
    });
    return;
  }
  for (const message of part.data.slice(0, LISTED_MESSAGES)) {
    const text = plainText(message.text, 500);
    if (text === "" || isInstruction(text)) continue;
    evidence.add({
      key: `message ${message.id}`,
      kind: "social",
      label: `Message${message.label ? `, labelled ${message.label} by its author` : ""}`,
      value: text,
      origin: { ...originOf(part), asOf: new Date(message.at).toISOString() },
      url: message.url,
      about: [],
      isQuotation: true,
    });
  }
}

/** Notes the market's mood and each of its inputs. */
export function noteMood(evidence: EvidenceSet, part: Part<MarketMood>, index: FearGreed | null): void {
  if (part.state === "missing" || !index) {
    evidence.addMissing({
      key: "fearGreed",
      kind: "market",
      label: "Fear and greed index",
      source: part.source,
      reason: part.state === "missing" ? part.detail : "None of its inputs is available.",
      about: ["fear and greed index"],
    });
    return;
  }
  const origin = originOf(part);
  evidence.add({
    key: "fearGreed",
    kind: "market",
    label: "Fear and greed index",
    value: index.value,
    unit: "points",
    origin: computedFrom(origin),
    note: index.formula,
    computedBy: "fearGreed",
    about: ["fear and greed index"],
    says: [
      ({ Fear: "fear", Greed: "greed", Neutral: "neutral" } as const satisfies Record<string, Direction>)[
        index.label
      ],
    ],
  });
  for (const input of index.inputs)
    evidence.add({
      key: `mood ${input.name}`,
      kind: "market",
      label: input.name,
      value: input.value,
      origin: input.name.startsWith("Volatility") ? origin : computedFrom(origin),
      ...(input.name.startsWith("Volatility") ? {} : { computedBy: "fearGreed" }),
      about: [
        input.name
          .toLowerCase()
          .replace(/[(,].*/, "")
          .trim(),
      ],
    });
}
