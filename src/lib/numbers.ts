import { numbersIn } from "#contract/format.ts";

export { MISSING } from "#contract/format.ts";

export const {
  number,
  fixed,
  compact,
  percent,
  signed,
  signedPercent,
  money,
  perShare,
  amountShort,
  counted,
  countedShort,
} = numbersIn(globalThis.navigator?.language);
