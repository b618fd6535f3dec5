/** What became of a prediction: null where it has not ended, or ended without a figure. */
type Ended = { isCorrect: boolean | null; actualResult?: "beat" | "miss" | null } | null;

/** The words for how a prediction ended, in lists, emails, push messages, pages and pictures, for its owner and for everybody. */
export function outcomeOf(ended: Ended) {
  const isCorrect = ended?.isCorrect ?? null;
  const word = isCorrect === null ? "settled" : isCorrect ? "right" : "wrong";
  return {
    /** In a sentence: "it was right". */
    word,
    /** On a badge: "Right". */
    badge: word.charAt(0).toUpperCase() + word.slice(1),
    /** To its owner. */
    yours: `your prediction was ${word}`,
    /** On the calendar. */
    ours: `We were ${word}`,
    reported: ended?.actualResult ? `: a ${ended.actualResult}` : "",
  };
}
