import { type AskReleaseModel, type ReleaseItems, releaseItemsSchema } from "#contract/company-release.ts";
import { canonicalText } from "./canonical-text.ts";
import { layoutOf } from "./layout.ts";
import { mergeReadings } from "./merge-readings.ts";
import { readByModel } from "./read-by-model.ts";
import { readGuidance } from "./read-guidance.ts";
import { readOutlook } from "./read-outlook.ts";
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
