import type { Context } from "hono";
import type { Bindings } from "../bindings.ts";
import type { Deps } from "../deps.ts";
import type { KeyHolder } from "../users.ts";

export type AppEnv = {
  Bindings: Bindings;
  Variables: {
    deps: Deps;
    requestId: string;
    /** The declared path of the call that answers, without anybody's ids; none for pages. */
    route?: string;
    /** Set on calls with an API key. */
    keyHolder?: KeyHolder;
  };
};
export type AppContext = Context<AppEnv>;
