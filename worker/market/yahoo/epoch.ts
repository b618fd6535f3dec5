/** Yahoo's instants are epoch seconds. */
export function fromEpoch(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** The ISO day in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
