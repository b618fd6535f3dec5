import {
  type AskReleaseModel,
  type Disputed,
  type Guidance,
  type ReleaseItems,
  type ReportedFigure,
  releaseItemsSchema,
} from "#contract/company-release.ts";
import { isSameSubject } from "./agreed-guidance.ts";
import { extractGrowth } from "./growth-guidance.ts";
import { EXPECTATION_WORDS, periodKindOf } from "./guidance-period.ts";
import { readGuidanceTables } from "./guidance-tables.ts";
import { amountInMainUnit, itemsBetween, type Layout, layoutOf, sentenceAround } from "./layout.ts";
import { measuresIn } from "./measures.ts";
import { parseRelease, type ReleaseDocument } from "./parse-release.ts";
import { periodsIn } from "./periods.ts";
import { extractGuidance } from "./read-guidance.ts";
import { extractReportedFigures } from "./reported-figures.ts";

type ReleaseContext = {
  /** The ISO day of the filing, which decides whether a period is in the future. */
  filed: string | null;
};

export function readByRules(document: ReleaseDocument, { filed }: ReleaseContext): ReleaseItems {
  const layout = layoutOf(document);
  const inTables = readGuidanceTables(layout, filed);
  const guidance = extractGuidance(layout, filed, inTables).slice(0, 40);
  return releaseItemsSchema.parse({
    guidance,
    growth: extractGrowth(layout, filed, { levels: guidance, inTables }).slice(0, 20),
    reported: extractReportedFigures(layout).slice(0, 10),
    outlook: readOutlook(layout),
  });
}

/** The queue's message waits this long for the language model at most. */
const MODEL_TIMEOUT_MS = 20_000;

/** A document of a filing. `isMain` is true for the release itself. `filedOn` is an ISO day. */
export type ReadableExhibit = { html: string; filedOn: string; isMain: boolean };

/**
 * Returns the figures, guidance and outlook in a document. They are read by rules, and in the release itself
 * also by a language model. When the model fails, only the rules count.
 */
export async function readExhibit(
  { html, filedOn, isMain }: ReadableExhibit,
  model: AskReleaseModel | null,
): Promise<ReturnType<typeof mergeReadings>> {
  const document = parseRelease(html);
  const context = { filed: filedOn, timeoutMs: MODEL_TIMEOUT_MS };
  const byModel = model && isMain ? await readByModel(model, document.text, context) : null;
  return mergeReadings(readByRules(document, context), byModel);
}

/**
 * Merges what the rules and the language model read. Items of the rules count unless the model read other
 * figures. Such disagreements, and items that only the model found, are disputed and wait for a review.
 */
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
    isSame: (a, b) => a.metric === b.metric && a.basis === b.basis,
    figuresOf: ({ value }) => `${value}`,
  });
  return {
    items: { ...rules, guidance: guidance.agreed, reported: reported.agreed },
    disputed: [...guidance.disputed, ...reported.disputed],
  };
}

function merged<T extends Guidance | ReportedFigure>(
  rules: readonly T[],
  model: readonly T[],
  { isSame, figuresOf }: { isSame: (a: T, b: T) => boolean; figuresOf: (item: T) => string },
): { agreed: T[]; disputed: Disputed[] } {
  const otherwise = (item: T) =>
    model.find((candidate) => isSame(item, candidate) && figuresOf(item) !== figuresOf(candidate)) ?? null;
  return {
    agreed: rules.filter((item) => otherwise(item) === null),
    disputed: [
      ...rules.flatMap((item) => {
        const modelItem = otherwise(item);
        return modelItem ? [{ rules: item, model: modelItem }] : [];
      }),
      ...model
        .filter((item) => !rules.some((ruleItem) => isSame(ruleItem, item)))
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
  const outlook: ReleaseItems["outlook"] = [];
  for (const [i, offset] of starts.entries()) {
    const quote = text.slice(offset, starts[i + 1] ?? text.length).trimEnd();
    if (quote.length < LENGTH[0] || quote.length > LENGTH[1]) continue;
    if (AHEAD.test(quote) && !BOILERPLATE.test(quote)) outlook.push({ quote, offset });
    if (outlook.length === MOST) break;
  }
  return outlook;
}

type CheckedReading = Pick<ReleaseItems, "guidance" | "reported">;

/**
 * Returns what the language model reads in a release, without items that fail a check against the text. Returns
 * null when the model does not answer in time.
 */
export async function readByModel(
  ask: AskReleaseModel,
  text: string,
  { filed, timeoutMs }: { filed: string | null; timeoutMs: number },
): Promise<CheckedReading | null> {
  const answer = await ask(text, AbortSignal.timeout(timeoutMs)).catch(() => null);
  if (!answer) return null;
  const layout = layoutOf({ text, tables: [], blocks: [] });
  return {
    guidance: answer.guidance.flatMap((item): Guidance[] => {
      const offset = text.indexOf(item.quote);
      const isRight =
        isQuoted(layout, offset, item, [item.low, item.high]) &&
        isOrdered(item) &&
        isAhead(layout, offset, item) &&
        periodsIn(item.period).some((period) => periodKindOf(period, filed) === item.periodKind) &&
        text.includes(item.period);
      return isRight ? [{ ...item, offset }] : [];
    }),
    reported: answer.reported.flatMap((item): ReportedFigure[] => {
      const offset = text.indexOf(item.quote);
      return isQuoted(layout, offset, item, [item.value]) ? [{ ...item, offset }] : [];
    }),
  };
}

type Claim = Pick<Guidance, "metric" | "basis" | "quote">;

/**
 * Returns whether the text has the quote, and the quote has the measure's name and each figure in a fitting
 * size.
 */
function isQuoted(
  layout: Layout,
  offset: number,
  claim: Claim,
  figures: readonly (number | null)[],
): boolean {
  const { metric, basis, quote } = claim;
  if (offset < 0 || (metric === "revenue") !== (basis === null)) return false;
  if (!measuresIn(quote).some((measure) => measure.metric === metric)) return false;
  const stated = itemsBetween(layout.amounts, offset, offset + quote.length)
    .filter(({ end }) => end <= offset + quote.length)
    .flatMap((amount) => {
      const fitting = amountInMainUnit(layout, metric, amount, amount.at);
      return fitting ? [fitting.low, fitting.high] : [];
    });
  return figures.every((figure) => figure === null || stated.some((value) => isEqual(value, figure)));
}

function isOrdered({ low, high, action }: Pick<Guidance, "low" | "high" | "action">): boolean {
  if (low === null) return high === null && action !== null;
  return high === null || low <= high;
}

function isAhead(layout: Layout, offset: number, { quote }: Claim): boolean {
  const { from } = sentenceAround(layout, offset);
  return EXPECTATION_WORDS.test(layout.text.slice(Math.max(from, offset - 1_000), offset + quote.length));
}

function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
