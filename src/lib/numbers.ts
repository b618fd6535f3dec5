import { numbersIn } from "#contract/format.ts";

export { MISSING } from "#contract/format.ts";

/** Numbers as the reader's language writes them. */
export const {
  number,
  fixed,
  compact,
  percent,
  signed,
  signedPercent,
  money,
  perShare,
  counted,
  countedShort,
} = numbersIn(globalThis.navigator?.language);
