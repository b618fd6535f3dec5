/** Shown in place of a number that is not known. */
export const MISSING = "—";

/** Dollars with two decimals ("$1,234.50"), from dollars. */
export function dollars(amount: number | null | undefined, currency = "USD"): string {
  if (amount === null || amount === undefined) return MISSING;
  return new Intl.NumberFormat(undefined, { style: "currency", currency: currency.toUpperCase() }).format(
    amount,
  );
}

/** Money from cents, with two decimals. */
export function money(cents: number, currency = "USD"): string {
  return dollars(cents / 100, currency);
}

/** Earnings per share: two decimals and its sign when negative ("$1.52", "-$0.08"). */
export function eps(value: number | null | undefined): string {
  return dollars(value);
}

/** A share between 0 and 1 as a percentage ("72%", or "71.6%" with one digit). */
export function percent(share: number | null | undefined, digits = 0): string {
  if (share === null || share === undefined) return MISSING;
  return new Intl.NumberFormat(undefined, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);
}

/** A difference with its sign ("+4.2", "−1.0"), with a real minus. */
export function signed(value: number, digits = 1): string {
  const text = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(value));
  if (value === 0) return text;
  return value > 0 ? `+${text}` : `−${text}`;
}

/** A whole or decimal number with the reader's separators. */
export function number(value: number | null | undefined, maximumFractionDigits = 2): string {
  if (value === null || value === undefined) return MISSING;
  return new Intl.NumberFormat(undefined, { maximumFractionDigits }).format(value);
}

/** A number with always so many decimals, as prices and EPS have them ("1.40"). */
export function fixed(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined) return MISSING;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(undefined, decimals).format(value);
}

/** A large number in short ("1.2M"). */
export function compact(value: number | null | undefined): string {
  if (value === null || value === undefined) return MISSING;
  return new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 }).format(value);
}
