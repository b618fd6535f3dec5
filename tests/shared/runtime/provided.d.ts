import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the recorded Yahoo answers; null where the recordings do not lie beside the repository. */
    replayUrl: string | null;
  }
}
