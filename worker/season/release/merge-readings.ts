import type { Disputed, Guidance, ReleaseItems, ReportedFigure } from "#contract/company-release.ts";
import { isSameSubject } from "./agreed-guidance.ts";
import type { CheckedReading } from "./read-by-model.ts";

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
