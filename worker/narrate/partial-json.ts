const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/**
 * The value of a JSON text that is still being written, up to the last object that is complete in it; undefined before
 * there is one. What stands before the first brace is skipped.
 */
export function partialJson(text: string): unknown {
  const open: string[] = [];
  let isInString = false;
  let complete: string | undefined;
  const start = text.indexOf("{");
  if (start < 0) return undefined;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? "";
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character in CLOSING) open.push(character);
    else if (character === "}" || character === "]") {
      open.pop();
      if (character === "}") complete = text.slice(start, at + 1) + closersOf(open);
      if (open.length === 0) break;
    }
  }
  return complete === undefined ? undefined : parsed(complete);
}

function closersOf(open: readonly string[]): string {
  return open
    .map((bracket) => CLOSING[bracket])
    .reverse()
    .join("");
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
