/** In the form of llmstxt.org. */
export function llmsText(origin: string, isSample: boolean): string {
  const link = (name: string, path: string, what: string) => `- [${name}](${origin}${path}): ${what}`;
  return `# Beatcast

> The probability that a listed company beats the analysts' EPS consensus, beside the base rate of comparable companies. Predictions are locked in a public ledger before the report, settled by a written rule afterwards, and never changed.
${isSample ? "\nThis deployment plays a simulated market. No figure here is real.\n" : ""}
Every page is impersonal research for education, not investment advice. A probability is an estimate, and a beat does not mean that the share rises.

## Read without an account

${link("Track record", "/data/track-record", "how the predictions of record turned out, as one plain page")}
${link("Track record as JSON", "/track-record", "the same figures with `Accept: application/json`")}
${link("Settled predictions", "/data", "every one, as CSV, JSON Lines and Parquet, CC BY 4.0, with the meaning of each column")}
${link("One settled prediction", "/predictions/ID", "HTML, or JSON with `Accept: application/json`, with its ledger entries")}
${link("A company", "/stocks/AAPL", "past reports, base rate and the next date")}
${link("A card for other pages", "/embed", "one script tag shows a company's next report, base rate and last results")}
${link("Earnings calendar", "/calendar", "reports of this week and the next; a week has its own page at /calendar/2026-W48")}
${link("Feed", "/feeds/settled.atom", "newly settled predictions, as Atom")}
${link("Ledger", "/ledger-verifier.mjs", "a script that checks the ledger from its first entry")}

## Call with an account

${link("OpenAPI", "/api/openapi.json", "every call, its input, output, errors and rate")}
${link("MCP", "/mcp", "tools for assistants: analysis, calendar, history, base rate, and answers as of a past moment with their proof")}
${link("Developers", "/developers", "keys, webhooks, the calendar feed, and what each plan opens")}
`;
}
