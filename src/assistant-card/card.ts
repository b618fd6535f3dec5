// Imported before any schema: a host's policy forbids eval.
import "#lib/schemas-without-eval.ts";
import { App, applyDocumentTheme } from "@modelcontextprotocol/ext-apps";
import { API_VERSION } from "#contract/api-changes.ts";
import { drawAnalysis, drawText, shownAnalysisSchema } from "./draw.ts";

/** The card of the MCP tool `analyze` in a host that shows views (docs/decisions/0104-cards-in-assistants.md). */
const app = new App({ name: "beatcast-card", version: API_VERSION });

app.ontoolinput = ({ arguments: input }) => {
  const symbol = typeof input?.symbol === "string" ? input.symbol.toUpperCase() : "";
  drawText(`Analyzing ${symbol}…`);
};

app.ontoolresult = ({ isError, content, structuredContent }) => {
  const found = shownAnalysisSchema.safeParse(structuredContent);
  if (isError || !found.success) {
    drawText(textOf(content) || "The analysis could not be shown.");
    return;
  }
  const host = app.getHostCapabilities();
  drawAnalysis(found.data, {
    ...(host?.openLinks
      ? { open: (path) => app.openLink({ url: document.documentElement.dataset.origin + path }) }
      : {}),
    ...(host?.serverTools ? { explainBaseRate } : {}),
  });
};

app.ontoolcancelled = () => drawText("The analysis was cancelled.");
app.onhostcontextchanged = ({ theme }) => theme && applyDocumentTheme(theme);

/** Costs no analysis. */
async function explainBaseRate(symbol: string): Promise<string> {
  const { content } = await app.callServerTool({ name: "explain_base_rate", arguments: { symbol } });
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
