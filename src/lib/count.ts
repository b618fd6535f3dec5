import { compact, number } from "./numbers.ts";

/** A number with its noun: "1 prediction", "1,204 predictions". `plural` is for nouns that do not just take an s. */
export function count(n: number, singular: string, plural = `${singular}s`): string {
  return `${number(n, 0)} ${n === 1 ? singular : plural}`;
}

/** The same with a large number in short: "1 reaction", "1.2K reactions". */
export function countShort(n: number, singular: string, plural = `${singular}s`): string {
  return `${compact(n)} ${n === 1 ? singular : plural}`;
}
