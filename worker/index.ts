import { DurableObject } from "cloudflare:workers";
export class QuotaCounter extends DurableObject {}
export class RateLimiter extends DurableObject {}
export class ResearchRoom extends DurableObject {}
export default {
  async fetch(req: Request, env: { ASSETS: Fetcher }) {
    const u = new URL(req.url);
    return u.pathname.startsWith("/api")
      ? Response.json({ ok: true })
      : env.ASSETS.fetch(new URL("/index.html", u));
  },
};
