import { sharedNames } from "#contract/pages.ts";
import { dottedClass, symbolSchema } from "#contract/symbol.ts";

/** An article's first words name no company. */
const MAX_SHARED = 2_000;

/** Most certain first: a quote page, an exchange with its ticker, a cashtag, brackets. */
const forms = [
  /\/(?:quotes?|stocks?|symbols?|embed)\/(?:(?:NASDAQ|NYSE|AMEX)[-:])?([A-Z]{1,5}(?:[.-][A-Z])?)(?![A-Z0-9])/i,
  /\b(?:NASDAQ|NYSE|AMEX|NYSEAMERICAN)\s?:\s?([A-Z]{1,5}(?:\.[A-Z])?)\b/,
  /\$([A-Z]{1,5}(?:\.[A-Z])?)\b/,
  /\(([A-Z]{1,5}(?:\.[A-Z])?)\)/,
];

export function isShared(params: URLSearchParams): boolean {
  return sharedNames.some((name) => params.has(name));
}

/** Null where no company is named. */
export function sharedTicker(params: URLSearchParams): string | null {
  const texts = sharedNames.map((name) => (params.get(name) ?? "").slice(0, MAX_SHARED));
  for (const form of forms)
    for (const text of texts) {
      const found = form.exec(text)?.[1];
      if (found) return dottedClass(found.toUpperCase());
    }
  const alone = texts.map((text) => symbolSchema.safeParse(text)).find(({ success }) => success);
  return alone?.data ?? null;
}
