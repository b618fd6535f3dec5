import type { z } from "zod";
import {
  type AskReleaseModel,
  type Disputed,
  type Guidance,
  type ReleaseItems,
  type ReportedFigure,
  releaseItemsSchema,
} from "#contract/company-release.ts";
import { isConfirmation, isSameMetricAndPeriod, type Subject } from "./agreed-guidance.ts";
import { extractGrowthGuidance } from "./growth-guidance.ts";
import { EXPECTATION_WORDS, guidedPeriodKindOf } from "./guidance-period.ts";
import { readGuidanceTables } from "./guidance-tables.ts";
import { amountInMainUnit, itemsBetween, type Layout, layoutOf, sentenceAround } from "./layout.ts";
import { metricNamesIn } from "./metric-names.ts";
import { parseRelease, type ReleaseDocument } from "./parse-release.ts";
import { periodsIn } from "./periods.ts";
import { extractGuidance } from "./read-guidance.ts";
import { extractReportedFigures } from "./reported-figures.ts";

type ReleaseContext = {
  /** The ISO day of the filing, or null. Guidance for an earlier year is not read. */
  filed: string | null;
};

/** Returns the figures, guidance and outlook that the rules find in a release, without the language model. */
export function readByRules(document: ReleaseDocument, { filed }: ReleaseContext): ReleaseItems {
  const layout = layoutOf(document);
  const inTables = readGuidanceTables(layout, filed);
  const levels = extractGuidance(layout, filed, inTables).slice(0, 40);
  const growth = extractGrowthGuidance(layout, filed, { levels, inTables }).slice(0, 20);
  // Where one sentence maintains guidance without figures and another states growth, the growth gets that action.
  const maintainedWith = (item: Subject) =>
    levels.find((level) => isConfirmation(level) && isSameMetricAndPeriod(level, item));
  const { shape } = releaseItemsSchema;
  return {
    guidance: validItems(
      shape.guidance.element,
      levels.filter((level) => !growth.some((item) => maintainedWith(item) === level)),
    ),
    growth: validItems(
      shape.growth.element,
      growth.map((item) => ({ ...item, action: item.action ?? maintainedWith(item)?.action ?? null })),
    ),
    reported: validItems(shape.reported.element, extractReportedFigures(layout).slice(0, 10)),
    outlook: readOutlook(layout),
  };
}

/** Returns only the items that pass the schema, so that one misprint drops one item instead of the whole release. */
function validItems<T>(schema: z.ZodType<T>, items: readonly T[]): T[] {
  return items.filter((item) => schema.safeParse(item).success);
}

/** How long to wait for the language model's answer. After this time, only the rules are used. */
const MODEL_TIMEOUT_MS = 20_000;

/** A document of a filing. `isMain` is true for the earnings release itself. `filedOn` is an ISO day. */
export type ReadableExhibit = { html: string; filedOn: string; isMain: boolean };

/**
 * Returns the figures, guidance and outlook in a document, and the items that need a review. Rules read every
 * document. A language model also reads the release itself; when it fails, only the rules are used.
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
 * Merges the items that the rules and the language model found. An item of the rules is used unless the model
 * found other figures for it. Such pairs, and items that only the model found, are disputed and need a review.
 */
export function mergeReadings(
  rules: ReleaseItems,
  model: CheckedReading | null,
): { items: ReleaseItems; disputed: Disputed[] } {
  if (!model) return { items: rules, disputed: [] };
  const guidance = mergeItems(rules.guidance, model.guidance, {
    isSame: isSameMetricAndPeriod,
    figuresOf: ({ low, high }) => `${low} ${high}`,
  });
  const reported = mergeItems(rules.reported, model.reported, {
    isSame: (a, b) => a.metric === b.metric && a.basis === b.basis,
    figuresOf: ({ value }) => `${value}`,
  });
  return {
    items: { ...rules, guidance: guidance.agreed, reported: reported.agreed },
    disputed: [...guidance.disputed, ...reported.disputed],
  };
}

/** `isSame` compares the subjects of two items. `figuresOf` returns the figures of an item as text. */
function mergeItems<T extends Guidance | ReportedFigure>(
  rules: readonly T[],
  model: readonly T[],
  { isSame, figuresOf }: { isSame: (a: T, b: T) => boolean; figuresOf: (item: T) => string },
): { agreed: T[]; disputed: Disputed[] } {
  const disagreeingModelItem = (item: T) =>
    model.find((candidate) => isSame(item, candidate) && figuresOf(item) !== figuresOf(candidate)) ?? null;
  return {
    agreed: rules.filter((item) => disagreeingModelItem(item) === null),
    disputed: [
      ...rules.flatMap((item) => {
        const modelItem = disagreeingModelItem(item);
        return modelItem ? [{ rules: item, model: modelItem }] : [];
      }),
      ...model
        .filter((item) => !rules.some((ruleItem) => isSame(ruleItem, item)))
        .map((item) => ({ rules: null, model: item })),
    ],
  };
}

const MAX_OUTLOOK_SENTENCES = 8;
/** The least and the most characters of an outlook sentence. */
const OUTLOOK_SENTENCE_CHARS = [50, 420] as const;
const EXPECTATION_PHRASE =
  /\b(?:we|the company|management) (?:now |currently |also |still |continues? to )?(?:expects?|anticipates?|forecasts?|believes? that|plans?)\b/i;
const NOTICE_WORDS =
  /forward[- ]looking|conference call|webcast|risks? and uncertaint|undue reliance|non-GAAP financial measures/i;

/** Returns the first sentences in which the company expects something, without legal and technical notices. */
function readOutlook({ text, starts }: Layout): ReleaseItems["outlook"] {
  const outlook: ReleaseItems["outlook"] = [];
  for (const [i, offset] of starts.entries()) {
    const quote = text.slice(offset, starts[i + 1] ?? text.length).trimEnd();
    if (quote.length < OUTLOOK_SENTENCE_CHARS[0] || quote.length > OUTLOOK_SENTENCE_CHARS[1]) continue;
    if (EXPECTATION_PHRASE.test(quote) && !NOTICE_WORDS.test(quote)) outlook.push({ quote, offset });
    if (outlook.length === MAX_OUTLOOK_SENTENCES) break;
  }
  return outlook;
}

/** The items that the language model found and that passed the checks against the text. */
type CheckedReading = Pick<ReleaseItems, "guidance" | "reported">;

/**
 * Returns the items that the language model finds in a release, without those that fail a check against the text.
 * Returns null when the model fails or does not answer within `timeoutMs` milliseconds.
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
      const isConfirmedByText =
        isQuoted(layout, offset, item, [item.low, item.high]) &&
        hasValidRange(item) &&
        isExpectation(layout, offset, item) &&
        periodsIn(item.period).some((period) => guidedPeriodKindOf(period, filed) === item.periodKind) &&
        text.includes(item.period);
      return isConfirmedByText ? [{ ...item, offset }] : [];
    }),
    reported: answer.reported.flatMap((item): ReportedFigure[] => {
      const offset = text.indexOf(item.quote);
      return isQuoted(layout, offset, item, [item.value]) ? [{ ...item, offset }] : [];
    }),
  };
}

type QuotedItem = Pick<Guidance, "metric" | "basis" | "quote">;

/**
 * Returns whether the text contains the item's quote at the offset, and the quote contains the metric's name and
 * each of the figures. Figures are in the main unit of the currency, such as dollars.
 */
function isQuoted(
  layout: Layout,
  offset: number,
  claim: QuotedItem,
  figures: readonly (number | null)[],
): boolean {
  const { metric, basis, quote } = claim;
  if (offset < 0 || (metric === "revenue") !== (basis === null)) return false;
  if (!metricNamesIn(quote).some((metricName) => metricName.metric === metric)) return false;
  const stated = itemsBetween(layout.amounts, offset, offset + quote.length)
    .filter(({ end }) => end <= offset + quote.length)
    .flatMap((amount) => {
      const fitting = amountInMainUnit(layout, metric, amount, amount.at);
      return fitting ? [fitting.low, fitting.high] : [];
    });
  return figures.every((figure) => figure === null || stated.some((value) => isEqual(value, figure)));
}

/** Returns whether the low end is not above the high end. An item without figures must have an action. */
function hasValidRange({ low, high, action }: Pick<Guidance, "low" | "high" | "action">): boolean {
  if (low === null) return high === null && action !== null;
  return high === null || low <= high;
}

/** Returns whether the quote, or its sentence before the quote, has a word of expectation such as "expects". */
function isExpectation(layout: Layout, offset: number, { quote }: QuotedItem): boolean {
  const { from } = sentenceAround(layout, offset);
  return EXPECTATION_WORDS.test(layout.text.slice(Math.max(from, offset - 1_000), offset + quote.length));
}

function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
