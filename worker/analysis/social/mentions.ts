import { plainText } from "#contract/plain-text.ts";
import type { Mention } from "#contract/social.ts";
import type { RatingChange, SocialMessage } from "#market/port.ts";
import { changeText, changeTone } from "./ratings.ts";

/** How many mentions an analysis keeps, and how old they may be. */
const MAX_MENTIONS = 20;
const MAX_TEXT = 500;
const MAX_NAME = 120;

const toneOfLabel = { bullish: "positive", bearish: "negative" } as const;

/** Analysts' changes of rating and people's messages together, newest first, at most 20. */
export function mentionsOf(
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
