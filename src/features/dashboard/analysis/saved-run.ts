import { z } from "zod";

/**
 * Survives a reload of this tab: the running request, which is resumed and not counted twice, and the last prediction,
 * which is read from its frozen snapshot at no cost.
 */
const savedRunSchema = z.object({
  userId: z.string().max(40),
  running: z.object({ symbol: z.string().max(15), requestKey: z.string().max(64) }).nullable(),
  predictionId: z.string().max(40).nullable(),
});
export type SavedRun = z.infer<typeof savedRunSchema>;

const STORAGE_KEY = "beatcast.analysis";

/** The saved run of this user; empty values where another user's is stored. */
export function savedRun(userId: string): SavedRun {
  const none = { userId, running: null, predictionId: null };
  try {
    const parsed = savedRunSchema.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null"));
    return parsed.success && parsed.data.userId === userId ? parsed.data : none;
  } catch {
    return none;
  }
}

/** Saves the run. Without storage only the resume after a reload is lost. */
export function saveRun(values: SavedRun): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(values));
  } catch {
    // See above.
  }
}
