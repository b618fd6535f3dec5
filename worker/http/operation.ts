import type { ZodType } from "zod";
import type { Session } from "#accounts/sessions/session.ts";
import type { RateName } from "#limits/rules.ts";
import type { AppContext } from "#worker/context.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

type Declared = {
  method: Method;
  path: `/api/${string}`;
  /** Rate rule counted per network, beside the general one. */
  rate?: RateName;
  /** The JSON body that the handler reads, and the query; a call without them takes none. */
  body?: ZodType;
  query?: ZodType;
  /** True where the handler counts the rate itself, because who is counted depends on what was sent. */
  isCountedByHandler?: true;
};

/**
 * One call of the API with who may make it, declared side by side so that a test can audit the whole list.
 * `public`: anyone; `user`: a signed-in person; `signed`: a machine whose signature over the raw body is checked.
 */
export type Operation =
  | (Declared & { access: "public" | "signed"; handle: (c: AppContext) => Promise<Response> | Response })
  | (Declared & { access: "user"; handle: (c: AppContext, who: Session) => Promise<Response> | Response });
