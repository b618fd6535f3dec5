import {
  type AskReleaseModel,
  type Disputed,
  type Guidance,
  type ReleaseItems,
  type ReportedFigure,
  releaseItemsSchema,
} from "#contract/company-release.ts";
import { isSameSubject } from "./agreed-guidance.ts";
import { canonicalText } from "./canonical-text.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { type CheckedReading, readByModel } from "./read-by-model.ts";
import { readGuidance } from "./read-guidance.ts";
import { readReported } from "./read-reported.ts";

type ReleaseContext = {
  /** ISO, so that a period lies ahead. */
  filed: string | null;
};

export function readByRules(text: string, { filed }: ReleaseContext): ReleaseItems {
  const layout = layoutOf(text);
  return releaseItemsSchema.parse({
    guidance: readGuidance(layout, filed).slice(0, 40),
    reported: readReported(layout).slice(0, 10),
    outlook: readOutlook(layout),
  });
}

/** Its queue waits for it. */
const MODEL_TIMEOUT_MS = 20_000;

/** `isMain` is the release itself. */
export type Exhibit = { html: string; filedOn: string; isMain: boolean };

/** The release itself by a language model too; its failure leaves the rules alone. */
export async function readExhibit(
  { html, filedOn, isMain }: Exhibit,
  model: AskReleaseModel | null,
): Promise<ReturnType<typeof mergeReadings>> {
  const text = canonicalText(html);
  const context = { filed: filedOn, timeoutMs: MODEL_TIMEOUT_MS };
  const byModel = model && isMain ? await readByModel(model, text, context) : null;
  return mergeReadings(readByRules(text, context), byModel);
}

/** The rules' items stand unless the model differs; differences and its own items wait for review. */
export function mergeReadings(
  rules: ReleaseItems,
  model: CheckedReading | null,
): { items: ReleaseItems; disputed: Disputed[] } {
  if (!model) return { items: rules, disputed: [] };
  const guidance = merged(rules.guidance, model.guidance, {
    isSame: isSameSubject,
    figuresOf: ({ low, high }) => `${low} ${high}`,
  });
  const reported = merged(rules.reported, model.reported, {
    isSame: (one, other) => one.metric === other.metric && one.basis === other.basis,
    figuresOf: ({ value }) => `${value}`,
  });
  return {
    items: { guidance: guidance.agreed, reported: reported.agreed, outlook: rules.outlook },
    disputed: [...guidance.disputed, ...reported.disputed],
  };
}

function merged<T extends Guidance | ReportedFigure>(
  rules: readonly T[],
  model: readonly T[],
  { isSame, figuresOf }: { isSame: (one: T, other: T) => boolean; figuresOf: (item: T) => string },
): { agreed: T[]; disputed: Disputed[] } {
  const otherwise = (item: T) =>
    model.find((other) => isSame(item, other) && figuresOf(item) !== figuresOf(other)) ?? null;
  return {
    agreed: rules.filter((item) => otherwise(item) === null),
    disputed: [
      ...rules.flatMap((item) => {
        const other = otherwise(item);
        return other ? [{ rules: item, model: other }] : [];
      }),
      ...model
        .filter((item) => !rules.some((known) => isSame(known, item)))
        .map((item) => ({ rules: null, model: item })),
    ],
  };
}

const MOST = 8;
const LENGTH = [50, 420] as const;
const AHEAD =
  /\b(?:we|the company|management) (?:now |currently |also |still |continues? to )?(?:expects?|anticipates?|forecasts?|believes? that|plans?)\b/i;
const BOILERPLATE =
  /forward[- ]looking|conference call|webcast|risks? and uncertaint|undue reliance|non-GAAP financial measures/i;

function readOutlook({ text, starts }: Layout): ReleaseItems["outlook"] {
  const found: ReleaseItems["outlook"] = [];
  for (const [i, offset] of starts.entries()) {
    const quote = text.slice(offset, starts[i + 1] ?? text.length).trimEnd();
    if (quote.length < LENGTH[0] || quote.length > LENGTH[1]) continue;
    if (AHEAD.test(quote) && !BOILERPLATE.test(quote)) found.push({ quote, offset });
    if (found.length === MOST) break;
  }
  return found;
}
