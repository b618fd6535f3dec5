export const MISSING = "—";

type MaybeNumber = number | null | undefined;

/**
 * Returns functions that format numbers for a locale. The page uses its reader's locale; emails, documents and
 * pictures use American English.
 */
export function numbersIn(locale: string | undefined) {
  const formats = new Map<string, Intl.NumberFormat>();
  /** Returns a cached formatter, because creating one takes as long as formatting many numbers. */
  const formatOf = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
    formats.set(key, format);
    return format;
  };
  const formatted = (value: MaybeNumber, options: Intl.NumberFormatOptions): string =>
    value === null || value === undefined ? MISSING : formatOf(options).format(value);
  const exactly = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

  const number = (value: MaybeNumber, maximumFractionDigits = 2) =>
    formatted(value, { maximumFractionDigits });
  const fixed = (value: MaybeNumber, digits = 2) => formatted(value, exactly(digits));
  const compact = (value: MaybeNumber) => formatted(value, { notation: "compact", maximumFractionDigits: 1 });
  /** Formats a share between 0 and 1. */
  const percent = (share: MaybeNumber, digits = 0) =>
    formatted(share, { style: "percent", ...exactly(digits) });
  const signed = (value: number, digits = 1) => {
    const size = fixed(Math.abs(value), digits);
    if (value === 0) return size;
    return value > 0 ? `+${size}` : `−${size}`;
  };

  return {
    number,
    fixed,
    compact,
    percent,
    signed,
    /** Formats as "+4.5%" or "−1.0%". */
    signedPercent: (change: number, digits = 1) => `${signed(change, digits)}%`,
    /** Formats an amount that is given in the currency's smallest unit, such as cents or whole yen. */
    money(minorUnits: number, currency = "USD"): string {
      const format = formatOf({ style: "currency", currency: currency.toUpperCase() });
      return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
    /** Formats an amount per share, by default with two decimals: "$1.52", "-€0.08", "12.50 GBp". */
    perShare(value: MaybeNumber, currency: string | null, digits = 2): string {
      // Some listings are quoted in a fraction of a currency, such as pence ("GBp"), which formatters do not
      // know.
      if (currency === null || !/^[A-Z]{3}$/.test(currency)) {
        const unit = value === null || value === undefined ? "" : (currency ?? "");
        return `${fixed(value, digits)} ${unit}`.trim();
      }
      return formatted(value, { style: "currency", currency, ...exactly(digits) });
    },
    amountShort(value: MaybeNumber, currency: string | null): string {
      const short = { notation: "compact", minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
      if (currency === null || !/^[A-Z]{3}$/.test(currency)) return formatted(value, short);
      return formatted(value, { ...short, style: "currency", currency });
    },
    /** Formats as "1 prediction" or "1,204 predictions". */
    counted: (n: number, singular: string, plural = `${singular}s`) =>
      `${number(n, 0)} ${n === 1 ? singular : plural}`,
    /** Formats as "1 reaction" or "1.2K reactions". */
    countedShort: (n: number, singular: string, plural = `${singular}s`) =>
      `${compact(n)} ${n === 1 ? singular : plural}`,
  };
}

export const { number, fixed, percent, signed, signedPercent, money, perShare, amountShort, counted } =
  numbersIn("en-US");

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Returns a word like "five", or digits above ten. */
export function inWords(n: number): string {
  return words[n] ?? String(n);
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

function day(isoDay: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = dayFormats.get(key) ?? new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
  dayFormats.set(key, format);
  return format.format(new Date(isoDay));
}

export function calendarDay(isoDay: string, length: "long" | "short" = "long"): string {
  return day(isoDay, { dateStyle: length === "long" ? "long" : "medium" });
}

export function dayOfWeek(isoDay: string): string {
  return day(isoDay, { weekday: "long", month: "long", day: "numeric" });
}

export function shortDay(isoDay: string, withWeekday = false): string {
  return day(isoDay, { month: "short", day: "numeric", ...(withWeekday ? { weekday: "short" } : {}) });
}

export function dayAndTime(at: Date, zone: "UTC" | "America/New_York" = "UTC"): string {
  return day(at.toISOString(), { timeZone: zone, dateStyle: "full", timeStyle: "short" });
}

/** Formats as "Sep 2026". */
export function quarterName(fiscalQuarterEnd: string): string {
  return day(fiscalQuarterEnd, { month: "short", year: "numeric" });
}

/** Formats as "November 23 to 29, 2026". */
export function spanOfDays(from: string, to: string): string {
  const [first, last] = [calendarDay(from), calendarDay(to)];
  const [month, year] = [first.split(" ")[0] ?? "", first.slice(-4)];
  if (year !== last.slice(-4)) return `${first} to ${last}`;
  const start = first.replace(`, ${year}`, "");
  return `${start} to ${last.startsWith(`${month} `) ? last.slice(month.length + 1) : last}`;
}
