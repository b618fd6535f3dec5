/** Deepest nesting any of our requests needs is 3; the bound keeps recursion and reading cheap. */
const MAX_DEPTH = 16;

/** Why a text is not JSON that we take. */
export class JsonRefused extends Error {
  override readonly name = "JsonRefused";
}

/**
 * Parses JSON and refuses what `JSON.parse` lets pass but two readers may understand differently: an object with the
 * same key twice, a `__proto__` key, and nesting beyond 16 levels. Throws JsonRefused with a readable reason.
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonRefused("The body is not valid JSON.");
  }
  refuseAmbiguousKeys(text);
  return value;
}

/** Walks text already known to be JSON: keys are the strings directly followed by a colon. */
function refuseAmbiguousKeys(text: string): void {
  const keysOfOpenObjects: (Set<string> | null)[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;
  for (const match of text.matchAll(tokens)) {
    const [token, colon] = match;
    if (token === "{" || token === "[") {
      keysOfOpenObjects.push(token === "{" ? new Set() : null);
      if (keysOfOpenObjects.length > MAX_DEPTH) throw new JsonRefused("The body is nested too deeply.");
    } else if (token === "}" || token === "]") {
      keysOfOpenObjects.pop();
    } else if (colon !== undefined) {
      const key = String(JSON.parse(token.slice(0, token.length - colon.length)));
      const keys = keysOfOpenObjects.at(-1);
      if (key === "__proto__") throw new JsonRefused("The body has a key that is not allowed.");
      if (keys?.has(key)) throw new JsonRefused(`The body has the key "${key.slice(0, 40)}" twice.`);
      keys?.add(key);
    }
  }
}
