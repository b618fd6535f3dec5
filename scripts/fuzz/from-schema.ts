import fc from "fast-check";
import { type ZodType, z } from "zod";
import { isoDay } from "#contract/time.ts";
import { hostileValues } from "./hostile.ts";

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

/** Placeholders that are filled in before sending. */
const known: Readonly<Record<string, readonly string[]>> = {
  email: ["{{email}}", "{{email}}", "{{newEmail}}", "{{bystander}}"],
  password: ["{{password}}", "{{password}}", "{{password}}", "correct horse battery"],
  currentPassword: ["{{password}}"],
  newPassword: ["a new long passphrase"],
  token: ["{{mailed}}"],
  ticket: ["{{ticket}}"],
  symbol: ["AAPL", "MSFT", "NVDA", "BRK-B", "ZZZZZ"],
  q: ["a", "apple", "MS"],
};

export function validInput(schema: ZodType): fc.Arbitrary<unknown> {
  return fromJson(jsonSchemaOf(schema), "");
}

/** Replaces, leaves out, doubles or adds one field. */
export function nearlyValidInput(schema: ZodType): fc.Arbitrary<unknown> {
  const fields = Object.keys(jsonSchemaOf(schema).properties ?? {});
  if (fields.length === 0) return hostileValues;
  const spoilt = fc.record({
    input: validInput(schema),
    field: fc.constantFrom(...fields, "isAdmin", "constructor", "subscriptionTier"),
    value: hostileValues,
    isLeftOut: fc.boolean(),
  });
  return spoilt.map(({ input, field, value, isLeftOut }) => {
    const entries = Object.entries(input ?? {}).filter(([name]) => name !== field);
    return Object.fromEntries(isLeftOut ? entries : [...entries, [field, value]]);
  });
}

function jsonSchemaOf(schema: ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

function fromJson(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const { type, properties, items, enum: choices } = schema;
  const either = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (choices) return fc.constantFrom(...choices);
  if (either) return fc.oneof(...either.map((one) => fromJson(one, name)));
  if (schema.allOf?.[0]) return fromJson(schema.allOf[0], name);
  if (properties)
    return fc.record(
      Object.fromEntries(Object.entries(properties).map(([field, one]) => [field, fromJson(one, field)])),
      { requiredKeys: schema.required ?? [] },
    );
  if (type === "array")
    return fc.array(fromJson(items ?? {}, name), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 5, 20),
    });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "integer" || type === "number")
    return fc.integer({
      min: Math.max(schema.minimum ?? 0, -1e9),
      max: Math.min(schema.maximum ?? 1e9, 1e9),
    });
  if (type === "string") return textOf(schema, name);
  return fc.jsonValue({ maxDepth: 1 });
}

function textOf(
  { format, pattern, minLength = 0, maxLength = 60 }: JsonSchema,
  name: string,
): fc.Arbitrary<string> {
  const values = known[name];
  const plain = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 120) });
  if (values)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: plain });
  if (format === "email") return fc.constantFrom("{{email}}", "{{newEmail}}", "{{bystander}}");
  if (format === "date")
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((day) => isoDay(day));
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength));
  return plain;
}
