// This import comes before every schema, because the content security policy of an assistant's app forbids
// eval.
import "#lib/schemas-without-eval.ts";
import { App, applyDocumentTheme } from "@modelcontextprotocol/ext-apps";
import { API_VERSION } from "#contract/api-changes.ts";
import {
  drawAnalysis,
  drawPointInTime,
  drawText,
  shownAnalysisSchema,
  shownPointInTimeSchema,
} from "./draw.ts";
import "./card.css";

/**
 * Draws the result of the tools `analyze` and `prediction_as_of` as a card inside an assistant's app
 * (docs/decisions/0104-cards-in-assistants.md).
 */
const app = new App({ name: "beatcast-card", version: API_VERSION });

app.ontoolinput = ({ arguments: input }) => {
  const symbol = typeof input?.symbol === "string" ? input.symbol.toUpperCase() : "";
  drawText(input?.as_of === undefined ? `Analyzing ${symbol}…` : `Reading the record of ${symbol}…`);
};

app.ontoolresult = ({ isError, content, structuredContent }) => {
  const host = app.getHostCapabilities();
  const actions = {
    ...(host?.openLinks
      ? { open: (path: string) => app.openLink({ url: document.documentElement.dataset.origin + path }) }
      : {}),
    ...(host?.serverTools ? { explainBaseRate } : {}),
  };
  const analysis = shownAnalysisSchema.safeParse(structuredContent);
  const pointInTime = shownPointInTimeSchema.safeParse(structuredContent);
  if (!isError && analysis.success) drawAnalysis(analysis.data, actions);
  else if (!isError && pointInTime.success) drawPointInTime(pointInTime.data, actions);
  else drawText(textOf(content) || "The answer could not be shown.");
};

app.ontoolcancelled = () => drawText("The analysis was cancelled.");
app.onhostcontextchanged = ({ theme }) => theme && applyDocumentTheme(theme);

/** Asks our server to explain the base rate. The call does not count as an analysis. */
async function explainBaseRate(symbol: string, asOf?: string): Promise<string> {
  const input = asOf === undefined ? { symbol } : { symbol, as_of: asOf };
  const { content } = await app.callServerTool({ name: "explain_base_rate", arguments: input });
  return textOf(content);
}

function textOf(content: readonly { type: string }[] = []): string {
  return content
    .flatMap((block) => ("text" in block && typeof block.text === "string" ? [block.text] : []))
    .join("\n");
}

await app.connect();
const theme = app.getHostContext()?.theme;
if (theme) applyDocumentTheme(theme);
