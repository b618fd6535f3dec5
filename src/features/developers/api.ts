import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { apiFetch } from "#lib/api.ts";

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().default(false),
});
const callSchema = z.object({
  summary: z.string(),
  "x-scope": z.string(),
  parameters: z.array(parameterSchema).default([]),
  "x-codeSamples": z.array(z.object({ lang: z.string(), source: z.string() })),
  responses: z.record(z.string(), z.object({ "x-error-codes": z.array(z.string()).optional() })),
});
export type ApiCall = z.infer<typeof callSchema>;
const documentSchema = z.object({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), callSchema)),
});

export const DOCUMENT_PATH = "/api/openapi.json";

/** The call that the page begins with: it needs only a key that reads, and its answer is short. */
export const FIRST_CALL_PATH = "/api/v1/base-rate/{symbol}";

export const documentQuery = () =>
  queryOptions({
    queryKey: [DOCUMENT_PATH],
    queryFn: ({ signal }) => apiFetch(documentSchema, DOCUMENT_PATH, { signal }),
  });
