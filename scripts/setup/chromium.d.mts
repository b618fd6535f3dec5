/** Throws with advice when none can be had. */
export function ensureChromium(): Promise<string>;
