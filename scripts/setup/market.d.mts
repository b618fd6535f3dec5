export const LIVE_MARKET: string;
export function withReachableMarket(
  settings: Readonly<Record<string, string>>,
  fetch: typeof globalThis.fetch,
): Promise<{ settings: Record<string, string>; line: string | null }>;
