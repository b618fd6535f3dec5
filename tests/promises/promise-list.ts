/** Every sentence of a text, each in one of three places. */
export type PromiseList = {
  /** Sentences that state a fact, with the tests that keep it: "tests/a.test.ts#describe > test". */
  kept: Readonly<Record<string, string | readonly string[]>>;
  /** Policies only: rules of the contract or the law, and what people undertake to do. No code can keep them. */
  clauses?: readonly string[];
  /** Headings, labels, questions, invitations, and sample figures that are marked as such. */
  noClaim: readonly string[];
  /** Of the above, those whose words are the specification's: never reworded, so the code has to follow. */
  fromSpec: readonly string[];
};
