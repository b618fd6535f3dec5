/** What became of a prediction: null where it has not ended, or ended without a figure. */
type Ended = { isCorrect: boolean | null; actualResult?: "beat" | "miss" | null } | null;

export function outcomeOf(ended: Ended) {
  const isCorrect = ended?.isCorrect ?? null;
  const word = isCorrect === null ? "settled" : isCorrect ? "right" : "wrong";
  return {
    /** In a sentence: "it was right". */
    word,
    /** On a badge: "Right". */
    badge: word.charAt(0).toUpperCase() + word.slice(1),
    yours: `your prediction was ${word}`,
    ours: `We were ${word}`,
    reported: ended?.actualResult ? ` a ${ended.actualResult}` : "",
  };
}
