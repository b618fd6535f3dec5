import { RESOURCE_MIME_TYPE, registerAppResource } from "@modelcontextprotocol/ext-apps/server";
import type { McpServer } from "@modelcontextprotocol/server";

/** Drawn by hosts with the apps extension; others read text and structured content. */
export const CARD_URI = "ui://beatcast/probability-card.html";

const ui = { prefersBorder: true };

/** One document for every answer: the host hands it over. It loads nothing. */
export function addCard(server: McpServer, origin: string): void {
  registerAppResource(
    server,
    "Probability card",
    CARD_URI,
    { description: "A probability beside its base rate, and the moment that it is of.", _meta: { ui } },
    async () => {
      // Most requests need none of its 245 kB.
      const { default: document } = await import("virtual:assistant-card");
      const text = document.replace("%ORIGIN%", origin);
      return { contents: [{ uri: CARD_URI, mimeType: RESOURCE_MIME_TYPE, text, _meta: { ui } }] };
    },
  );
}
