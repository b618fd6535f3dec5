/** What became of a prediction: null where it has not ended, or ended without a figure. */
type Ended = { isCorrect: boolean | null; actualResult?: "beat" | "miss" | null } | null;

/** The words for how a prediction ended, for its owner and for everybody: lists, email, push, feeds and pages. */
export function outcomeOf(ended: Ended): {
  word: "right" | "wrong" | "settled";
  yours: string;
  reported: string;
} {
  const isCorrect = ended?.isCorrect ?? null;
  const word = isCorrect === null ? "settled" : isCorrect ? "right" : "wrong";
  return {
    word,
    yours: `your prediction was ${word}`,
    reported: ended?.actualResult ? `: a ${ended.actualResult}` : "",
  };
}
