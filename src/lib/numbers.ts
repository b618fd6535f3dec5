import { type NumberOptions, usNumber } from "./us-numbers.ts";

/** Shown in place of a number that is not known. */
export const MISSING = "—";

const formats = new Map<string, Intl.NumberFormat>();
const locale = globalThis.navigator?.language;

function formatted(value: number, options: NumberOptions): string {
  return (locale === "en-US" ? usNumber(value, options) : null) ?? formatOf(options).format(value);
}

/** Each formatter is made once: making one costs many times a formatting, and lists format thousands of numbers. */
function formatOf(options: NumberOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Codes of ISO 4217; listings are also quoted in parts of a currency ("GBp"), which no formatter knows. */
const isIsoCode = (currency: string) => /^[A-Z]{3}$/.test(currency);

/** A payment from the smallest unit of its currency: cents of a dollar, whole yen. `currency` in either case. */
export function money(minorUnits: number, currency = "USD"): string {
  const format = formatOf({ style: "currency", currency: currency.toUpperCase() });
  return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** An amount a share, two decimals, in its own currency: "$1.52", "-€0.08", "12.50 GBp"; plain where none is known. */
export function perShare(value: number | null | undefined, currency: string | null): string {
  if (value === null || value === undefined) return MISSING;
  if (currency === null || !isIsoCode(currency)) return `${fixed(value)} ${currency ?? ""}`.trim();
  return formatted(value, {
    style: "currency",
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}

/** A share between 0 and 1 as a percentage ("72%", or "71.6%" with one digit). */
export function percent(share: number | null | undefined, digits = 0): string {
  if (share === null || share === undefined) return MISSING;
  return formatted(share, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** A difference with its sign ("+4.2", "−1.0"), with a real minus. */
export function signed(value: number, digits = 1): string {
  const text = formatted(Math.abs(value), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (value === 0) return text;
  return value > 0 ? `+${text}` : `−${text}`;
}

/** A whole or decimal number with the reader's separators. */
export function number(value: number | null | undefined, maximumFractionDigits = 2): string {
  if (value === null || value === undefined) return MISSING;
  return formatted(value, { maximumFractionDigits });
}

/** A number with always so many decimals, as prices and EPS have them ("1.40"). */
export function fixed(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined) return MISSING;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatted(value, decimals);
}

/** A large number in short ("1.2M"). */
export function compact(value: number | null | undefined): string {
  if (value === null || value === undefined) return MISSING;
  return formatted(value, { notation: "compact", maximumFractionDigits: 1 });
}

/** A number with its noun: "1 prediction", "1,204 predictions". `plural` is for nouns that do not just take an s. */
export function count(n: number, singular: string, plural = `${singular}s`): string {
  return `${number(n, 0)} ${n === 1 ? singular : plural}`;
}

/** The same with a large number in short: "1 reaction", "1.2K reactions". */
export function countShort(n: number, singular: string, plural = `${singular}s`): string {
  return `${compact(n)} ${n === 1 ? singular : plural}`;
}
