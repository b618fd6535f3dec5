type Ranked = { id: string; createdAt: Date; revokedAt: Date | null };

/** Whether a key is among the oldest `limit` that are not revoked: those go on working under a plan that allows fewer. */
export function isAmongAllowed(key: Ranked, all: readonly Ranked[], limit: number): boolean {
  const older = all.filter((other) => other.revokedAt === null && comesBefore(other, key));
  return key.revokedAt === null && older.length < limit;
}

function comesBefore(a: Ranked, b: Ranked): boolean {
  const difference = a.createdAt.getTime() - b.createdAt.getTime();
  return difference < 0 || (difference === 0 && a.id < b.id);
}
