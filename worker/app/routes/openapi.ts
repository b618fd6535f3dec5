import { type Operation, operation } from "../http/operation.ts";
import { v1Operations } from "./v1.ts";

/** Seconds for which the document may be reused: it changes with a deployment only. */
const REUSE_SECONDS = 300;

/** The public API's own description. It holds nothing of anybody, so that tools on any page may read it. */
export const openApiOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/openapi.json",
    access: "public",
    summary: "Read the OpenAPI 3.1 document of the public API",
    rate: "publicPages",
    raw: [{ status: 200, type: "application/json" }],
    handle: async ({ origin }) => {
      // Loaded when it is asked for: most calls need none of it.
      const { publicApiDocument } = await import("../openapi/public-api.ts");
      return new Response(JSON.stringify(publicApiDocument(v1Operations, origin)), {
        headers: {
          "content-type": "application/json; charset=utf-8",
          "access-control-allow-origin": "*",
          "cache-control": `public, max-age=${REUSE_SECONDS}`,
          "cross-origin-resource-policy": "cross-origin",
        },
      });
    },
  }),
];
