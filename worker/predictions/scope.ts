/** The ledger and the record of one market: "live", "sample", or one with its set clock in development. */
export type Book = string;

/** The scope of a user's own calls. */
export function userScope(userId: string): string {
  return `user:${userId}`;
}

/** The scope of the predictions of record of a book. */
export function recordScope(book: Book): string {
  return `record:${book}`;
}
