/** Instants from 1970 to 2100: anything else is no instant that a market could mean, and some of it is no date at all. */
export const MAX_EPOCH = 4_102_444_800;

/** Yahoo's instants are epoch seconds. */
export function fromEpoch(seconds: number): Date {
  return new Date(seconds * 1000);
}
