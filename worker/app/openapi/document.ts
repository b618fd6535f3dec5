import { type ZodType, z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { type ErrorCode, errorBodySchema, problemSchema } from "#contract/error.ts";
import { plansWithWebhooks } from "#contract/plans.ts";
import { rateLimitRules } from "#contract/rules.ts";
import { errorAnswer } from "#platform/errors.ts";
import { PROBLEM_TYPE } from "../http/errors.ts";
import { accountRateLimitOf, impliedErrors, type Operation } from "../http/operation.ts";
import { codeSamples } from "./samples.ts";

const bytes = { type: "string", format: "binary" } as const;

type About = {
  title: string;
  version: string;
  description: string;
  server: string;
  /** Modules of schemas. Each schema that they export appears in the document once, under its name. */
  contract: readonly Record<string, unknown>[];
  webhooks?: Readonly<Record<string, { summary: string; body: ZodType }>>;
};

/** Returns an OpenAPI 3.1 document of the operations, except for those with a wildcard path. */
export function openApiDocument(operations: readonly Operation[], about: About) {
  for (const module of about.contract) nameSchemas(module);
  const described = operations.filter(({ path }) => !path.endsWith("*"));
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of described) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: operationObject(operation, about.server),
    };
  }
  const isForKeys = described.every(({ access }) => access === "key");
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: about.title,
      version: about.version,
      description: about.description,
      license: { name: "All rights reserved", url: new URL("/terms", about.server).href },
    },
    servers: [{ url: about.server }],
    tags: [
      ...[...new Set(described.map(tagOf))].map((name) => ({ name, description: `Calls of ${name}.` })),
      ...(about.webhooks
        ? [{ name: "webhooks", description: `Sent to endpoints of ${plansWithWebhooks}.` }]
        : []),
    ],
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key, as `beatcast_…`." },
        ...(isForKeys
          ? {}
          : {
              bearer: { type: "http", scheme: "bearer", description: "The `token` of a sign-in." },
              cookie: { type: "apiKey", in: "cookie", name: "__Host-beatcast_session" },
            }),
      },
    },
    paths,
    ...(about.webhooks ? { webhooks: webhooksOf(about.webhooks) } : {}),
  });
}

function webhooksOf(webhooks: NonNullable<About["webhooks"]>): ZodOpenApiPathsObject {
  const text = (description: string) =>
    ({ description, required: true, schema: { type: "string" } }) as const;
  return Object.fromEntries(
    Object.entries(webhooks).map(([name, { summary, body }]) => [
      name,
      {
        post: {
          operationId: `webhook_${name.replace(/\W/g, "_")}`,
          summary,
          tags: ["webhooks"],
          security: [],
          parameters: [
            { name: "webhook-id", in: "header", ...text("The same in every attempt.") },
            { name: "webhook-timestamp", in: "header", ...text("When it was sent, in seconds since 1970.") },
            { name: "webhook-signature", in: "header", ...text("One or two signatures, as `v1,…`.") },
          ],
          requestBody: { required: true, content: { "application/json": { schema: body } } },
          responses: {
            "2XX": { description: "It arrived." },
            "4XX": { description: "It is sent again later; after 410 nothing more is sent." },
          },
        },
      },
    ]),
  );
}

function nameSchemas(module: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(module)) {
    if (!(value instanceof z.ZodObject) || !name.endsWith("Schema") || /(Query|Params)Schema$/.test(name))
      continue;
    const id = name[0]?.toUpperCase() + name.slice(1, -"Schema".length);
    if (!z.globalRegistry.has(value)) z.globalRegistry.add(value, { id });
  }
}

const wordsOf = ({ path }: Operation) =>
  path
    .split("/")
    .slice(2)
    .filter((word) => word !== "v1");
const tagOf = (operation: Operation) => wordsOf(operation)[0] ?? "";

const security: Record<Operation["access"], ZodOpenApiOperationObject["security"]> = {
  public: [],
  signed: [],
  user: [{ bearer: [] }, { cookie: [] }],
  operator: [{ bearer: [] }, { cookie: [] }],
  key: [{ apiKey: [] }],
};

function operationObject(operation: Operation, server: string): ZodOpenApiOperationObject {
  const { method, path, id, access, scope, summary, params, query, headers } = operation;
  const words = path.split("/").slice(2);
  return {
    operationId: id ?? [method.toLowerCase(), ...words.map((word) => word.replace(/\W/g, "_"))].join("_"),
    summary,
    tags: [tagOf(operation)],
    security: security[access],
    "x-access": access,
    ...(scope ? { "x-scope": scope, "x-codeSamples": codeSamples(operation, server) } : {}),
    ...rateOf(operation),
    requestParams: {
      ...(params instanceof z.ZodObject ? { path: params } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(headers instanceof z.ZodObject ? { header: headers } : {}),
    },
    ...bodyOf(operation),
    responses: responsesOf(operation),
  };
}

/**
 * Returns the operation's rate limit as the extension `x-rate-limit`. `per` says whose calls are counted
 * together.
 */
function rateOf(operation: Operation) {
  const { rate, access } = operation;
  const name = access === "key" ? "api" : (rate ?? accountRateLimitOf(operation));
  if (!name) return {};
  const { capacity, perSeconds } = rateLimitRules[name];
  return { "x-rate-limit": { name, per: rate ? "network" : "person", capacity, perSeconds } };
}

function bodyOf({ body, upload }: Operation): { requestBody?: ZodOpenApiRequestBodyObject } {
  if (body) return { requestBody: { content: { "application/json": { schema: body } } } };
  if (!upload) return {};
  const types = upload.types.map((type) => [type, { schema: bytes }] as const);
  return {
    requestBody: {
      description: `At most ${upload.maxBytes} bytes.`,
      required: true,
      content: Object.fromEntries(types),
    },
  };
}

function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { response, status = 200, raw = [], access } = operation;
  const responses: Record<string, ZodOpenApiResponsesObject[`${1 | 2 | 3 | 4 | 5}${string}`]> = {};
  const content: Record<string, { schema: ZodType | typeof bytes | { type: "string" } }> = {};
  if (response) content["application/json"] = { schema: response };
  for (const answer of raw) {
    if (answer.status === 303) responses[303] = { description: "Leads to a page." };
    else content[answer.type] = { schema: answer.type.startsWith("image/") ? bytes : { type: "string" } };
  }
  if (Object.keys(content).length > 0)
    responses[status] = {
      description: "The answer.",
      content,
      ...(access === "key" ? { headers: rateHeaders } : {}),
    };
  if (operation.reuse) responses[304] = { description: "What the ETag in If-None-Match named still holds." };
  return { ...responses, ...errorResponses(operation) };
}

/** Returns one error response for each status. Its description lists the error codes with that status. */
function errorResponses(operation: Operation): ZodOpenApiResponsesObject {
  const codes = new Set<ErrorCode>([...impliedErrors(operation), ...(operation.errors ?? [])]);
  const byStatus = Object.groupBy(codes, (code) => String(errorAnswer(code, "").status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, responses = []]) => [
      status,
      {
        description: `\`code\` is ${responses.toSorted().join(" or ")}.`,
        "x-error-codes": responses.toSorted(),
        content:
          operation.access === "key"
            ? { [PROBLEM_TYPE]: { schema: problemSchema } }
            : { "application/json": { schema: errorBodySchema } },
        ...(status === "429" ? { headers: { "Retry-After": retryAfter } } : {}),
      },
    ]),
  );
}

const retryAfter = { description: "Seconds to wait.", schema: { type: "integer", minimum: 0 } } as const;

const text = { type: "string", maxLength: 200 } as const;
const rateHeaders = {
  "RateLimit-Policy": {
    description: "How many calls a key may make in a time, in seconds, and how many analyses its plan has.",
    schema: text,
  },
  RateLimit: {
    description: "How many analyses are left in the period, and in how many seconds it ends.",
    schema: text,
  },
};
