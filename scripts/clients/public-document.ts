import { publicApiDocument } from "#app/openapi/public-api.ts";
import { declaredOperations } from "../declared-operations.ts";

type Answers = Record<string, { content: Record<string, unknown> }>;
type Call = {
  operationId: string;
  parameters?: { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema }[];
  responses: Answers;
};
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
};
export type ClientDocument = {
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, Schema> };
};

/** Wrong answers are problems, which the clients turn into errors of their own. */
export async function documentForClients(): Promise<ClientDocument> {
  const { webhooks: _, ...whole } = publicApiDocument(await declaredOperations(), "https://beatcast.example");
  const document: ClientDocument = JSON.parse(JSON.stringify(whole));
  for (const call of Object.values(document.paths).flatMap(Object.values<Call>))
    call.responses = { 200: { ...call.responses[200], content: jsonOf(call) } };
  return document;
}

const jsonOf = ({ responses }: Call) => ({ "application/json": responses[200]?.content["application/json"] });
