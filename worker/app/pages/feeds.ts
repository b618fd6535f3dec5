import {
  predictionPath,
  type SettledPrediction,
  settledPredictionTitle,
  settledSentence,
} from "./settled-prediction.tsx";

/**
 * Returns an Atom feed (RFC 4287) of the predictions, which must be sorted newest first. With `isSample`, every
 * title says that the data is simulated.
 */
export function settledFeed(
  predictions: readonly SettledPrediction[],
  { origin, isSample }: { origin: string; isSample: boolean },
): string {
  const prefix = isSample ? "Sample data. " : "";
  const moment = (ms: number) => new Date(ms).toISOString();
  const entries = predictions.map((prediction) => {
    const { id, companyName, predictionType, outcome, settledAt, isReplayed } = prediction;
    const address = origin + predictionPath(id);
    const later = isReplayed ? " Computed later for the simulated market." : "";
    return `  <entry>
    <id>${escaped(address)}</id>
    <title>${escaped(`${prefix}${settledPredictionTitle(prediction)}: predicted ${predictionType}, reported ${outcome}`)}</title>
    <updated>${moment(settledAt)}</updated>
    <link rel="alternate" type="text/html" href="${escaped(address)}"/>
    <summary>${escaped(`${companyName}. ${settledSentence(prediction)}${later}`)}</summary>
  </entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escaped(origin)}/feeds/settled.atom</id>
  <title>${prefix}Beatcast: settled predictions</title>
  <updated>${moment(predictions[0]?.settledAt ?? 0)}</updated>
  <author><name>Beatcast</name></author>
  <link rel="self" type="application/atom+xml" href="${escaped(origin)}/feeds/settled.atom"/>
  <link rel="alternate" type="text/html" href="${escaped(origin)}/track-record"/>
${entries.join("")}</feed>
`;
}

export function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
