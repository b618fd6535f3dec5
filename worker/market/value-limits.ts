import { publicUrl } from "#contract/public-url.ts";
import { isoDay } from "#contract/time.ts";

/** Above any figure in any currency; squares and sums stay finite. */
const MAX_FIGURE = 1e18;
/** Below any nonzero figure; dividing by less could overflow. */
const MIN_FIGURE = 1e-9;
/** More than analysts, likes or movers. */
const MAX_COUNT = 1e9;

/** Null where it cannot be meant. */
export function figure(value: number | null): number | null {
  if (value === null || !Number.isFinite(value) || Math.abs(value) > MAX_FIGURE) return null;
  return Math.abs(value) < MIN_FIGURE ? 0 : value;
}

/** As above; null below zero too. */
export function amount(value: number | null): number | null {
  const sane = figure(value);
  return sane !== null && sane >= 0 ? sane : null;
}

/** Whole, from zero on, or null. */
export function count(value: number | null): number | null {
  return value !== null && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT ? value : null;
}

export function clipped(text: string, max: number): string {
  return text.length <= max
    ? text.toWellFormed()
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

export function clippedOrNull(text: string | null, max: number): string | null {
  return text === null ? null : clipped(text, max);
}

/** "USD", or null: half of a code is another. */
export function code(text: string | null, max: number): string | null {
  return text !== null && text.length <= max ? text : null;
}

/** ISO, 1900 to 2100, or null. */
export function day(text: string | null): string | null {
  if (text === null || !/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return null;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || isoDay(at) !== text ? null : text;
}

/** UTC in ISO form, 1900 to 2100, or null. */
export function instant(text: string | null): string | null {
  if (text === null || Number.isNaN(Date.parse(text))) return null;
  const iso = new Date(text).toISOString();
  return day(iso.slice(0, 10)) === null ? null : iso;
}

/** Public, or null. */
export function link(text: string | null): string | null {
  return text === null ? null : publicUrl(text);
}
