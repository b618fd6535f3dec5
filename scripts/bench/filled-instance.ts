import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SessionResponse } from "#contract/account.ts";
import { postJson } from "../drive.ts";
import { type Instance, startInstance } from "../instance.ts";

/** Without this date, predictions would wait until the past has been read. */
const NEVER = "2099-01-01";

/** A desktop and a phone. */
export const sizes = {
  "1280 x 800": { viewport: { width: 1280, height: 800 } },
  "390 x 844": {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
};

type Credentials = { email: string; password: string };

/** `fill` writes while nothing runs. `token` belongs to the demo account. */
export async function startFilled(
  name: string,
  fill: (database: DatabaseSync) => void,
  {
    settings = {},
    wrapper = "",
    hasInspector = false,
  }: { settings?: Record<string, string>; wrapper?: string; hasInspector?: boolean } = {},
): Promise<{ instance: Instance; token: string }> {
  const own = { SEASON_FROM: NEVER, ...settings };
  const instance = await startInstance(name, own, () => undefined, wrapper, hasInspector);
  const { email, password } = await postJson<Credentials>(instance.url, "/api/dev/seed", {});
  await instance.kill();
  const database = openDatabaseOf(instance);
  fill(database);
  database.close();
  await instance.start();
  const { token } = await postJson<SessionResponse>(instance.url, "/api/auth/signin", { email, password });
  return { instance, token };
}

/** The instance must be stopped. The folder also contains the runtime's own small databases. */
export function openDatabaseOf({ state }: Pick<Instance, "state">): DatabaseSync {
  const [file] = globSync(join(state, "v3", "d1", "*", "*.sqlite")).toSorted(
    (a, b) => statSync(b).size - statSync(a).size,
  );
  if (!file) throw new Error("No local database was made.");
  return new DatabaseSync(file);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
