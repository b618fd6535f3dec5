import type { Next } from "hono";
import { accepts } from "hono/accepts";
import type { AppContext } from "../deps.ts";

/** Without a reader's credentials all programs read the same. */
const HANDED_ON = ["cf-connecting-ip", "if-none-match"];

/**
 * Programs that ask a page's address for JSON get its public call's answer; whoever takes HTML or anything
 * gets the page.
 */
export function orAsJson(
  path: (c: AppContext) => string,
  deliver: (c: AppContext, request: Request) => Promise<Response>,
) {
  return async (c: AppContext, next: Next): Promise<Response | undefined> => {
    const wanted = accepts(c, {
      header: "Accept",
      supports: ["text/html", "application/json"],
      default: "text/html",
    });
    if (wanted === "application/json") {
      const headers = new Headers();
      for (const name of HANDED_ON) {
        const value = c.req.header(name);
        if (value !== undefined) headers.set(name, value);
      }
      const answer = await deliver(c, new Request(new URL(path(c), c.req.url), { headers }));
      const json = new Response(answer.body, answer);
      json.headers.append("vary", "accept");
      return json;
    }
    await next();
    c.header("vary", "accept", { append: true });
    return undefined;
  };
}
