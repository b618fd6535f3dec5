/** Returns the value of a JSON text, or null when it is not JSON, which a schema then refuses. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
