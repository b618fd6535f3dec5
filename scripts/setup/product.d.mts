export function ensureMigrated(state: string): Promise<void>;
