import type { ApiScope } from "#contract/rules.ts";
import { AppError } from "#platform/errors.ts";
import { addQuotaHeaders } from "../http/access.ts";
import { type Operation, operation } from "../http/operation.ts";
import type { KeyHolder } from "../users.ts";
import { analyzeOperations } from "./analyze.ts";
import { calendarOperations } from "./calendar.ts";
import { dashboardOperations } from "./dashboard.ts";
import { marketOperations } from "./market.ts";
import { trackRecordOperations } from "./track-record.ts";

/**
 * The operations under `/api` that are also calls of the public API: HTTP method, path, required scope, and the
 * method's name in generated clients.
 */
const publicOperations: readonly (readonly [Operation["method"], string, ApiScope, string])[] = [
  ["POST", "/analyze/:symbol", "analyze", "analyze"],
  ["GET", "/predictions", "read", "listPredictions"],
  ["GET", "/predictions/:id", "read", "getPrediction"],
  ["GET", "/predictions/:id/change", "read", "getPredictionChange"],
  ["GET", "/symbols", "read", "searchSymbols"],
  ["GET", "/calendar", "read", "getCalendar"],
  ["GET", "/season/:symbol", "read", "getSeason"],
  ["GET", "/base-rate/:symbol", "read", "getBaseRate"],
  ["GET", "/track-record", "read", "getTrackRecord"],
  ["GET", "/track-record/versus-markets", "read", "getVersusMarkets"],
  ["GET", "/track-record/predictions", "read", "listRecord"],
  ["GET", "/track-record/predictions/:id", "read", "getRecord"],
  ["GET", "/track-record/ledger", "read", "listLedger"],
  ["GET", "/track-record/roots", "read", "listRoots"],
];

const ofThePage = [
  ...analyzeOperations,
  ...calendarOperations,
  ...dashboardOperations,
  ...marketOperations,
  ...trackRecordOperations,
];

export const v1Operations: readonly Operation[] = publicOperations.map(([method, path, scope, id]) => {
  const pageOperation = ofThePage.find(
    (candidate) => candidate.method === method && candidate.path === `/api${path}`,
  );
  if (!pageOperation) throw new Error(`${method} ${path} is no call of the page.`);
  return throughKey({ ...pageOperation, id }, `/api/v1${path}`, scope);
});

/**
 * Returns the operation as a call of the public API. The rate limit of API keys replaces the operation's own,
 * and responses are not cached, because they depend on the key owner's plan.
 */
function throughKey(operation: Operation, path: `/api/${string}`, scope: ApiScope): Operation {
  const {
    rate: _rate,
    userRate: _userRate,
    reuse: _reuse,
    isCountedByHandler: _counted,
    ...shared
  } = operation;
  const call = { ...shared, path, access: "key", scope } as const;
  if (scope === "read") return call;
  return {
    ...call,
    handle: analyzing(shared.handle),
    errors: [...(shared.errors ?? []), "idempotency_key_reused"],
  };
}

/**
 * Wraps the handler of `analyze` for the public API: adds headers with the calls that are left in the plan's
 * quota, and explains a reused Idempotency-Key.
 */
function analyzing(handle: Operation["handle"]): Operation["handle"] {
  return async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "conflict") throw error;
      const message = "This Idempotency-Key was used for another company. Each analysis needs its own.";
      throw new AppError("idempotency_key_reused", message);
    } finally {
      await addQuotaHeaders(call.c, call.who as KeyHolder);
    }
  };
}

const REUSE_SECONDS = 300;

/** Scripts on any site may read these answers. */
export const openApiOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/openapi.json",
    access: "public",
    summary: "Read the OpenAPI 3.1 document of the public API",
    rate: "publicPages",
    raw: [{ status: 200, type: "application/json" }],
    handle: async ({ origin }) => {
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
