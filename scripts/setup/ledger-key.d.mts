export function newLedgerSigningKey(name: string): string;
