import { publicUrl } from "#contract/public-url.ts";
import { isoDay } from "#contract/time.ts";

/** Larger than any price, volume or market value in any currency; squares and sums of such figures are still finite. */
const MAX_FIGURE = 1e18;
/** Smaller than any figure that differs from zero; a quotient by such a figure could leave the numbers. */
const MIN_FIGURE = 1e-9;
/** More than there are analysts, likes or movers. */
const MAX_COUNT = 1e9;

/** A figure of a source, or null where it cannot be meant. */
export function figure(value: number | null): number | null {
  if (value === null || !Number.isFinite(value) || Math.abs(value) > MAX_FIGURE) return null;
  return Math.abs(value) < MIN_FIGURE ? 0 : value;
}

/** A price or an amount, or null where it is below zero or cannot be meant. */
export function amount(value: number | null): number | null {
  const sane = figure(value);
  return sane !== null && sane >= 0 ? sane : null;
}

/** A whole number from zero on, or null. */
export function count(value: number | null): number | null {
  return value !== null && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT ? value : null;
}

/** A text of at most `max` characters; a longer one ends with an ellipsis. */
export function clipped(text: string, max: number): string {
  return text.length <= max
    ? text.toWellFormed()
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** The same for a text that may be missing. */
export function clippedOrNull(text: string | null, max: number): string | null {
  return text === null ? null : clipped(text, max);
}

/** A code ("USD"), or null: a longer one is no code, and half of it another. */
export function code(text: string | null, max: number): string | null {
  return text !== null && text.length <= max ? text : null;
}

/** An ISO day between 1900 and 2100, or null. */
export function day(text: string | null): string | null {
  if (text === null || !/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return null;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || isoDay(at) !== text ? null : text;
}

/** A UTC instant between 1900 and 2100 in ISO form, or null. */
export function instant(text: string | null): string | null {
  if (text === null || Number.isNaN(Date.parse(text))) return null;
  const iso = new Date(text).toISOString();
  return day(iso.slice(0, 10)) === null ? null : iso;
}

/** A public link, or null. */
export function link(text: string | null): string | null {
  return text === null ? null : publicUrl(text);
}
