export function newLedgerKey(name: string): string;
