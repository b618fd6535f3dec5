import type { Headline } from "#contract/market-data.ts";
import { plainText } from "#contract/plain-text.ts";
import { webAddress } from "#contract/public-url.ts";

const MAX_HEADLINES = 30;
const MAX_TITLE = 500;
const MAX_DESCRIPTION = 1000;

/** No markup, controls, duplicates, non-web addresses or anything after `now`. Newest first, at most 30. */
export function cleanHeadlines(headlines: readonly Headline[], now: Date): Headline[] {
  const seen = new Set<string>();
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
      if (keys.some((key) => seen.has(key))) return false;
      for (const key of keys) seen.add(key);
      return true;
    })
    .slice(0, MAX_HEADLINES);
}

/** Phrases addressed to a language model. */
const instructions = [
  /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instructions?|prompts?|rules?|above|previous|prior|system)\b/i,
  /\b(you are|act as|pretend to be|respond as)\b.{0,30}\b(assistant|model|ai|chatbot|analyst)\b/i,
  /\b(answer|reply|respond|output|print|say|write|return)\b.{0,40}\b(beat|miss|bullish|bearish|json|\d{1,3} ?(%|percent))/i,
  /\b(system|developer) (prompt|message)\b/i,
  /<\/?(system|assistant|user|instructions?)>|\[\/?inst\]/i,
];

/** No tone, no topics; no language model sees it. */
export function isInstruction(text: string): boolean {
  return instructions.some((pattern) => pattern.test(text));
}
