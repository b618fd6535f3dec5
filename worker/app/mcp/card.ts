import { RESOURCE_MIME_TYPE, registerAppResource } from "@modelcontextprotocol/ext-apps/server";
import type { McpServer } from "@modelcontextprotocol/server";

/** The view that hosts with the apps extension draw for `analyze`; other hosts read its text and structured content. */
export const CARD_URI = "ui://beatcast/probability-card.html";

const ui = { prefersBorder: true };

/** One document for every analysis and reader: the host hands it the tool's answer. It loads nothing from anywhere. */
export function addCard(server: McpServer, origin: string): void {
  registerAppResource(
    server,
    "Probability card",
    CARD_URI,
    { description: "An analysis with its probability beside the base rate.", _meta: { ui } },
    async () => {
      // Most requests need none of its 245 kB.
      const { default: document } = await import("virtual:assistant-card");
      const text = document.replace("%ORIGIN%", origin);
      return { contents: [{ uri: CARD_URI, mimeType: RESOURCE_MIME_TYPE, text, _meta: { ui } }] };
    },
  );
}
