import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const asked = (text: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
});

export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    "prepare_week",
    {
      title: "Prepare me for this week's reports",
      description: "The week's reports, the largest edges, and what the base rates say. Costs no analysis.",
    },
    () =>
      asked(
        "Prepare me for this week's earnings reports. Read Beatcast's calendar for this week, name the companies whose " +
          "probability is furthest from its base rate, each with both figures and its day, say which are toss-ups, and end " +
          "with what the track record says of such predictions. Analyze no company unless I ask you to.",
      ),
  );
  server.registerPrompt(
    "prepare_company",
    {
      title: "Prepare me for one company's report",
      description: "One company: probability beside base rate, reasons and risks. Counts one analysis.",
      argsSchema: z.object({ symbol: z.string().min(1).max(15).describe("Ticker, as AAPL or BRK.B.") }),
    },
    ({ symbol }) =>
      asked(
        `Analyze ${symbol.toUpperCase().replaceAll(/[^A-Z0-9.-]/g, "")} with Beatcast. Give the probability together with its base rate, the reasons for and against, ` +
          "the day of the report and the risks, and say what comparable companies did.",
      ),
  );
  server.registerPrompt(
    "review_predictions",
    {
      title: "How did my predictions turn out?",
      description: "The account's own predictions and how they ended. Costs no analysis.",
    },
    () =>
      asked(
        "Read my Beatcast history and tell me how my predictions turned out: which were right, which wrong, which are open, and " +
          "whether the probabilities were calibrated, as far as the number of settled ones allows.",
      ),
  );
}
