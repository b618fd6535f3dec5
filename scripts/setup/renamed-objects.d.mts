export function moveRenamedLedgers(state: string, settings?: { MARKET_CLOCK?: string | undefined }): void;
export function objectId(uniqueKey: string, name: string): string;
