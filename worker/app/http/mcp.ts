import { requireKey, withRateHeaders } from "./api-key.ts";
import type { AppContext } from "./context.ts";

/**
 * The MCP server at `/mcp`, for models with an API key of any scope; each tool asks for its own. Throws what `requireKey`
 * throws.
 */
export async function serveMcp(
  c: AppContext,
  deliver: (request: Request) => Promise<Response>,
): Promise<Response> {
  await requireKey(c, null);
  // Loaded at the first use: most requests need none of it.
  const { answerMcp } = await import("../mcp/server.ts");
  return withRateHeaders(c, await answerMcp(c.req.raw, deliver));
}
