import type { Direction } from "../evidence.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** The words of each direction. A word may stand for several; one that a cited fact says is enough. */
const wordsOf: Readonly<Record<Direction, string>> = {
  beat: "beat|beats|beaten|beating|exceed|exceeds|exceeded|exceeding|topped|tops|surpass|surpassed|surpasses|outperformed",
  miss: "miss|misses|missed|shortfall|fell short|falls short|fall short|disappointed",
  met: "met|in line|matched",
  bullish: "bullish|positive|favourable|favorable|optimistic|strong|upbeat",
  bearish: "bearish|negative|unfavourable|unfavorable|pessimistic|weak|gloomy",
  neutral: "neutral|mixed",
  up: "up|rose|rise|rises|risen|rising|raised|raises|raise|higher|increase|increased|increases|increasing|grew|grow|grows|growth|growing|gained|gains|gain|improved|improves|improving|upward|upwards|upside|climbed|climbs|jumped|surged|stronger|lifts|lifted|speaks for|speak for|supports|support the call",
  down: "down|fell|fall|falls|fallen|falling|lowered|lowers|lower|decrease|decreased|decreases|decreasing|declined|declines|decline|declining|cut|cuts|reduced|reduces|shrank|dropped|drops|drop|downward|downwards|downside|slipped|slid|sank|plunged|weaker|weighs on|weighed on|loss|losses|lost|speaks against|speak against",
  steady: "steady|unchanged|stable|flat",
  above: "above|upside|ahead of|higher than|more than|exceeds|exceeded|exceed|outweigh|outweighs",
  below: "below|downside|under|behind|lower than|less than|short of|beneath",
  overbought: "overbought",
  oversold: "oversold",
  greed: "greed|greedy",
  fear: "fear|fearful",
  edge: "edge|advantage",
  "no edge": "no edge",
  "very high": "very high",
  high: "high",
  medium: "medium|moderate",
  low: "low",
};

/** Directions of which a fact has only one. */
export const exclusiveDirections: readonly (readonly Direction[])[] = [
  ["beat", "miss", "met"],
  ["bullish", "bearish", "neutral"],
  ["up", "down", "steady"],
  ["above", "below"],
  ["overbought", "oversold", "neutral"],
  ["greed", "fear", "neutral"],
  ["edge", "no edge"],
  ["very high", "high", "medium", "low"],
];

/** Comparisons of two figures, which may also be settled by the figures themselves. */
const comparisons: Readonly<Record<string, 1 | -1>> = {
  above: 1,
  "ahead of": 1,
  "higher than": 1,
  "more than": 1,
  exceeds: 1,
  exceeded: 1,
  below: -1,
  under: -1,
  beneath: -1,
  behind: -1,
  exceed: 1,
  "lower than": -1,
  "less than": -1,
  "short of": -1,
};

/** A phrase of direction, as words and as tokens, with the directions it may stand for. */
type DirectionPhrase = { words: string; phrase: readonly Token[]; directions: readonly Direction[] };

/** Every phrase of direction, the longest first. */
export const directionPhrases: readonly DirectionPhrase[] = buildPhrases();

/** +1 for a phrase that says more, -1 for one that says less, 0 for any other. */
export function comparisonSign(words: string): 1 | -1 | 0 {
  return comparisons[words] ?? 0;
}

function buildPhrases(): DirectionPhrase[] {
  const directionsOf = new Map<string, Direction[]>();
  for (const [direction, phrases] of Object.entries(wordsOf))
    for (const phrase of phrases.split("|"))
      directionsOf.set(phrase, [...(directionsOf.get(phrase) ?? []), direction as Direction]);
  return [...directionsOf]
    .map(([words, directions]) => ({ words, phrase: tokensOf(words), directions }))
    .sort((a, b) => b.phrase.length - a.phrase.length);
}
