import { env } from "cloudflare:test";
import { eq, gt, type SQL } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { prepared } from "#platform/db/prepared.ts";
import { sessions, users } from "#platform/schema/accounts.ts";
import { countedDatabase } from "../../counted-database.ts";

const at = new Date("2026-11-20T12:00:00Z");

beforeAll(async () => {
  const db = openDatabase(env.DB);
  for (const id of ["usr_ada", "usr_bea"]) {
    const own = { createdAt: at, updatedAt: at };
    await db.insert(users).values({ id, name: `Name of ${id}`, email: `${id}@example.com`, ...own });
    await db.insert(sessions).values({ id: `ses_${id}`, token: id, userId: id, expiresAt: at, ...own });
  }
});

it("builds the text once, and runs it with the values and on the database of each call", async () => {
  let builds = 0;
  const readUser = prepared((db, id: SQL<string>) => {
    builds += 1;
    return [db.select().from(users).where(eq(users.id, id))];
  });
  const [first, second] = [countedDatabase(env.DB), countedDatabase(env.DB)];
  const [[ada], [bea], [nobody]] = await Promise.all([
    readUser(openDatabase(first.binding), "usr_ada"),
    readUser(openDatabase(second.binding), "usr_bea"),
    readUser(openDatabase(second.binding), "usr_nobody"),
  ]);
  expect(builds).toBe(1);
  expect([first.use.statements, second.use.statements]).toEqual([1, 2]);
  expect(ada).toEqual(await openDatabase(env.DB).select().from(users).where(eq(users.id, "usr_ada")));
  expect(bea.map(({ name }) => name)).toEqual(["Name of usr_bea"]);
  expect(nobody).toEqual([]);
});

it("keeps joined columns of the same name apart", async () => {
  const readSession = prepared((db, token: SQL<string>, nowMs: SQL<number>) => [
    db
      .select({ session: { id: sessions.id, expiresAt: sessions.expiresAt }, user: { id: users.id } })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.token, token))
      .having(gt(sessions.expiresAt, nowMs))
      .groupBy(sessions.id),
  ]);
  const db = openDatabase(env.DB);
  const row = { session: { id: "ses_usr_ada", expiresAt: at }, user: { id: "usr_ada" } };
  expect(await readSession(db, "usr_ada", at.getTime() - 1)).toEqual([[row]]);
  expect(await readSession(db, "usr_ada", at.getTime())).toEqual([[]]);
});

it("reads several statements in one round trip, each with its own rows", async () => {
  const readBoth = prepared(
    (db, id: SQL<string>) =>
      [
        db.select({ email: users.email }).from(users).where(eq(users.id, id)),
        db.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.userId, id)),
      ] as const,
  );
  const { binding, use } = countedDatabase(env.DB);
  expect(await readBoth(openDatabase(binding), "usr_bea")).toEqual([
    [{ email: "usr_bea@example.com" }],
    [{ createdAt: at }],
  ]);
  expect(use).toMatchObject({ roundTrips: 1, statements: 2 });
});
