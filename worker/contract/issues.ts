import type { z } from "zod";

const names: Readonly<Record<string, string>> = {
  eps: "EPS",
  url: "link",
  q: "search text",
  planId: "plan",
  before: "page mark",
  after: "page mark",
  from: "first day",
  to: "last day",
};

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object of named fields",
  record: "an object of named fields",
};

const formats: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a web address",
  date: "a date such as 2026-01-31",
  datetime: "a time such as 2026-01-31T12:00:00Z",
};

const MAX_LISTED = 10;

/**
 * Describes an issue that Zod found in a request in plain words, so that the library's own messages never reach
 * a person.
 */
export const plainIssue: z.core.$ZodErrorMap = (issue) => {
  const subject = subjectOf(issue.path ?? []);
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return `${subject} is missing.`;
      return `${subject} must be ${kinds[issue.expected] ?? "of another kind"}.`;
    case "too_big":
      return `${subject} must ${limit("at most", issue.origin, issue.maximum)}.`;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return `${subject} must not be empty.`;
      return `${subject} must ${limit("at least", issue.origin, issue.minimum)}.`;
    case "invalid_format":
      return `${subject} must be ${formats[issue.format] ?? "written in the form this call asks for"}.`;
    case "invalid_value":
      return issue.values.length > MAX_LISTED
        ? `${subject} is not one of the allowed values.`
        : `${subject} must be ${issue.values.map(String).join(" or ")}.`;
    case "unrecognized_keys":
      return `${subject} has a field that this call does not know.`;
    default:
      return `${subject} is not valid.`;
  }
};

function subjectOf(path: readonly PropertyKey[]): string {
  const key = path.findLast((part) => typeof part === "string");
  if (key === undefined) return "The request";
  const words = String(key)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .slice(0, 40);
  return `The ${names[String(key)] ?? words}`;
}

function limit(which: "at most" | "at least", origin: string, bound: number | bigint): string {
  if (origin === "string") return `be ${which} ${bound} ${bound === 1 ? "character" : "characters"} long`;
  if (origin === "array") return `have ${which} ${bound} ${bound === 1 ? "entry" : "entries"}`;
  return `be ${which} ${bound}`;
}
