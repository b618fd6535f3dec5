/** The path of a Chromium for the interface tests and the pictures. Throws with advice when none can be had. */
export function ensureChromium(): Promise<string>;
