import { globSync } from "node:fs";
import { basename, resolve } from "node:path";
import { type ZodType, z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { type ErrorCode, errorBodySchema } from "../../worker/contract/error.ts";
import { rateRules } from "../../worker/contract/rules.ts";
import { errorAnswer } from "../../worker/errors.ts";
import { impliedErrors, type Operation } from "../../worker/http/operation.ts";

const bytes = { type: "string", format: "binary" } as const;

/** The OpenAPI 3.1 document of the declared calls. Paths that only refuse (`/*`) are left out. */
export async function openApiDocument(operations: readonly Operation[], version: string) {
  await nameContractSchemas();
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations.filter(({ path }) => !path.endsWith("*"))) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation) };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Beatcast API",
      version,
      description:
        "The probability that a company beats the EPS consensus, and the record of past predictions. Writes that " +
        "rest on the cookie must come from Beatcast's own pages.",
    },
    servers: [{ url: "/" }],
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The `token` of a sign-in." },
        cookie: { type: "apiKey", in: "cookie", name: "__Host-beatcast_session" },
      },
    },
    paths,
  });
}

/** Gives each schema that the contract exports its name, under which the document holds it once. */
async function nameContractSchemas(): Promise<void> {
  const folder = resolve(import.meta.dirname, "../../worker/contract");
  for (const file of globSync("*.ts", { cwd: folder }).toSorted()) {
    const module: Record<string, unknown> = await import(resolve(folder, basename(file)));
    for (const [name, value] of Object.entries(module)) {
      if (!(value instanceof z.ZodObject) || !name.endsWith("Schema") || /(Query|Params)Schema$/.test(name))
        continue;
      const id = name[0]?.toUpperCase() + name.slice(1, -"Schema".length);
      if (!z.globalRegistry.has(value)) z.globalRegistry.add(value, { id });
    }
  }
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { method, path, access, summary, params, query, headers } = operation;
  const words = path.split("/").slice(2);
  return {
    operationId: [method.toLowerCase(), ...words.map((word) => word.replace(/\W/g, "_"))].join("_"),
    summary,
    tags: [words[0] ?? ""],
    security: access === "user" ? [{ bearer: [] }, { cookie: [] }] : [],
    "x-access": access,
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

/** The rate of the call by our own key, since OpenAPI has none. `per` says whose calls are counted together. */
function rateOf({ rate, userRate }: Operation) {
  const name = rate ?? userRate;
  if (!name) return {};
  const { capacity, perSeconds } = rateRules[name];
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
  const { response, status = 200, raw = [] } = operation;
  const responses: Record<string, ZodOpenApiResponsesObject[`${1 | 2 | 3 | 4 | 5}${string}`]> = {};
  const content: Record<string, { schema: ZodType | typeof bytes | { type: "string" } }> = {};
  if (response) content["application/json"] = { schema: response };
  for (const answer of raw) {
    if (answer.status === 303) responses[303] = { description: "Leads to a page." };
    else content[answer.type] = { schema: answer.type.startsWith("image/") ? bytes : { type: "string" } };
  }
  if (Object.keys(content).length > 0) responses[status] = { description: "The answer.", content };
  if (operation.reuse) responses[304] = { description: "What the ETag in If-None-Match named still holds." };
  return { ...responses, ...errorResponses(operation) };
}

/** One answer a status; its description lists the codes that come with it. */
function errorResponses(operation: Operation): ZodOpenApiResponsesObject {
  const codes = new Set<ErrorCode>([...impliedErrors(operation), ...(operation.errors ?? [])]);
  const byStatus = Object.groupBy(codes, (code) => String(errorAnswer(code, "").status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, found = []]) => [
      status,
      {
        description: `\`code\` is ${found.toSorted().join(" or ")}.`,
        "x-error-codes": found.toSorted(),
        content: { "application/json": { schema: errorBodySchema } },
        ...(status === "429" ? { headers: { "Retry-After": retryAfter } } : {}),
      },
    ]),
  );
}

const retryAfter = { description: "Seconds to wait.", schema: { type: "integer", minimum: 0 } } as const;
