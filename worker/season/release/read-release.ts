import { type ReleaseItems, releaseItemsSchema } from "#contract/company-release.ts";
import { layoutOf } from "./layout.ts";
import { readGuidance } from "./read-guidance.ts";
import { readOutlook } from "./read-outlook.ts";
import { readReported } from "./read-reported.ts";

type ReleaseContext = {
  /** ISO day of filing, so that a period lies ahead; null where it is not known. */
  filed: string | null;
};

/** By tables' heads and grammar, without a network. */
export function readByRules(text: string, { filed }: ReleaseContext): ReleaseItems {
  const layout = layoutOf(text);
  return releaseItemsSchema.parse({
    guidance: readGuidance(layout, filed).slice(0, 40),
    reported: readReported(layout).slice(0, 10),
    outlook: readOutlook(layout),
  });
}
