import type { Disputed, Guidance, ReleaseItems, ReportedFigure } from "#contract/company-release.ts";
import type { CheckedReading } from "./read-by-model.ts";

/**
 * The rules' items stand where the model says the same or nothing. Different figures, and what the model alone has
 * read, wait for review. Without a model's reading the rules' stand alone.
 */
export function mergeReadings(
  rules: ReleaseItems,
  model: CheckedReading | null,
): { items: ReleaseItems; disputed: Disputed[] } {
  if (!model) return { items: rules, disputed: [] };
  const guidance = merged(rules.guidance, model.guidance, keyOfGuidance, ({ low, high }) => `${low} ${high}`);
  const reported = merged(rules.reported, model.reported, keyOfReported, ({ value }) => `${value}`);
  return {
    items: { guidance: guidance.agreed, reported: reported.agreed, outlook: rules.outlook },
    disputed: [...guidance.disputed, ...reported.disputed],
  };
}

const keyOfGuidance = ({ metric, basis, periodKind }: Guidance) => `${metric} ${basis} ${periodKind}`;
const keyOfReported = ({ metric, basis }: ReportedFigure) => `${metric} ${basis}`;

function merged<T extends Guidance | ReportedFigure>(
  rules: readonly T[],
  model: readonly T[],
  keyOf: (item: T) => string,
  figuresOf: (item: T) => string,
): { agreed: T[]; disputed: Disputed[] } {
  const byKey = Map.groupBy(model, keyOf);
  const known = new Set(rules.map(keyOf));
  const isSaidOtherwise = (item: T) =>
    (byKey.get(keyOf(item)) ?? []).some((other) => figuresOf(other) !== figuresOf(item));
  return {
    agreed: rules.filter((item) => !isSaidOtherwise(item)),
    disputed: [
      ...rules
        .filter(isSaidOtherwise)
        .map((item) => ({ rules: item, model: byKey.get(keyOf(item))?.[0] ?? null })),
      ...model.filter((item) => !known.has(keyOf(item))).map((item) => ({ rules: null, model: item })),
    ],
  };
}
