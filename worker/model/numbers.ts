/** Rounded to `digits` decimals, without a negative zero. */
export function round(value: number, digits: number): number {
  const rounded = Number(value.toFixed(digits));
  return rounded === 0 ? 0 : rounded;
}

/** Change from one number to another in percent of the absolute first, which must not be zero. */
export function percentChange(from: number, to: number): number {
  return (100 * (to - from)) / Math.abs(from);
}
