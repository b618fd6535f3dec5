import type { Context } from "hono";
import type { User } from "#contract/account.ts";
import type { Bindings } from "./bindings.ts";
import type { Deps } from "./deps.ts";

/** Who is asking, once the session has been checked. */
export type SignedIn = {
  user: User;
  sessionId: string;
  /** Whether the call carried the token itself or only the browser's cookie. */
  via: "bearer" | "cookie";
};

export type AppEnv = { Bindings: Bindings; Variables: { deps: Deps; requestId: string } };
export type AppContext = Context<AppEnv>;
