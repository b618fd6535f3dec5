import type { Headline, MarketMood, Part, SocialMessage } from "#contract/market-data.ts";
import { plainText } from "#contract/plain-text.ts";
import type { FearGreed, NewsAnalysis, SocialSentiment } from "#contract/social.ts";
import { isInstruction, toneCounts } from "#model/news/news.ts";
import { type EvidenceOrigin, type EvidenceSet, originOf } from "../evidence.ts";
import { factAdderFor, newsFacts, socialFacts } from "./catalog.ts";

const LISTED_MESSAGES = 10;

/**
 * Adds the tone of the news, and headlines as quotations, except those that look like instructions to a
 * language model.
 */
export function addNewsFacts(evidence: EvidenceSet, part: Part<Headline[]>, news: NewsAnalysis | null): void {
  if (part.state === "missing" || !news || news.articles.length === 0)
    return void evidence.addMissing({
      ...newsFacts.news,
      source: part.source,
      reason: part.state === "missing" ? part.detail : "No headline about this company.",
    });
  const origin = originOf(part);
  const add = factAdderFor(evidence, origin);
  const counts = toneCounts(news.articles);
  const note = `By ${news.method}.`;
  add(newsFacts.newsScore, news.sentimentScore, { note });
  add(newsFacts.articleCount, counts.total_articles, { note });
  add(newsFacts.positiveArticles, counts.positive_articles, { note });
  add(newsFacts.negativeArticles, counts.negative_articles, { note });
  add(newsFacts.neutralArticles, counts.neutral_articles, { note });
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
      isQuotation: true,
      quotedFrom: article.source.name,
    });
  }
}

export function addSocialFacts(
  evidence: EvidenceSet,
  part: Part<SocialMessage[]>,
  social: SocialSentiment | null,
  origin: EvidenceOrigin,
): void {
  const add = factAdderFor(evidence, origin);
  if (social) {
    add(socialFacts.socialScore, social.sentiment_score);
    add(socialFacts.mentions, social.volume_score);
    add(socialFacts.ratingChanges, social.rating_changes ?? null);
  }
  if (part.state === "missing")
    return void evidence.addMissing({ ...socialFacts.messages, source: part.source, reason: part.detail });
  for (const message of part.data.slice(0, LISTED_MESSAGES)) {
    const text = plainText(message.text, 500);
    if (text === "" || isInstruction(text)) continue;
    evidence.add({
      key: `message ${message.id}`,
      kind: "social",
      label: `Message${message.label ? `, labeled ${message.label} by its author` : ""}`,
      value: text,
      origin: { ...originOf(part), asOf: new Date(message.at).toISOString() },
      url: message.url,
      isQuotation: true,
    });
  }
}

export function addMoodFacts(evidence: EvidenceSet, part: Part<MarketMood>, index: FearGreed | null): void {
  if (part.state === "missing" || !index)
    return void evidence.addMissing({
      ...socialFacts.fearGreed,
      source: part.source,
      reason: part.state === "missing" ? part.detail : "None of its inputs is available.",
    });
  const add = factAdderFor(evidence, originOf(part));
  add(socialFacts.fearGreed, index.value, { note: index.formula });
  for (const { name, value } of index.inputs) {
    const computed = name.startsWith("Volatility") ? {} : { computedBy: "fearGreed" };
    add({ key: `mood ${name}`, kind: "market", label: name, ...computed }, value);
  }
}
