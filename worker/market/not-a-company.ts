/** Marks that a ticker of something else carries: a coin, a currency pair, a future, an index. */
const otherMarks = /-USD$|=X$|=F$|^\^/;

/** True when the ticker alone says that there are no earnings behind it. */
export function isNotACompany(symbol: string): boolean {
  return otherMarks.test(symbol);
}
