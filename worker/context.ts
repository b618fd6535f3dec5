import type { Context } from "hono";
import type { Bindings } from "./bindings.ts";
import type { Deps } from "./deps.ts";

export type AppEnv = { Bindings: Bindings; Variables: { deps: Deps; requestId: string } };
export type AppContext = Context<AppEnv>;
