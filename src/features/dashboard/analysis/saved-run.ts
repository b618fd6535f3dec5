import { z } from "zod";

/**
 * What this tab remembers over a reload: the request under way, so that the same run is found and not counted twice,
 * and the prediction shown last, which is read again from its frozen snapshot at no cost.
 */
const savedRunSchema = z.object({
  userId: z.string().max(40),
  running: z.object({ symbol: z.string().max(15), requestKey: z.string().max(64) }).nullable(),
  predictionId: z.string().max(40).nullable(),
});
export type SavedRun = z.infer<typeof savedRunSchema>;

const STORAGE_KEY = "beatcast.analysis";

/** What the tab remembers of this person; nothing of anyone else's. */
export function savedRun(userId: string): SavedRun {
  const none = { userId, running: null, predictionId: null };
  try {
    const parsed = savedRunSchema.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null"));
    return parsed.success && parsed.data.userId === userId ? parsed.data : none;
  } catch {
    return none;
  }
}

/** Remembers it. A browser that stores nothing only loses the way back after a reload. */
export function saveRun(values: SavedRun): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(values));
  } catch {
    // As said above.
  }
}
