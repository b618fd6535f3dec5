import { env } from "cloudflare:test";
import { asc, count, eq, type Placeholder, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { type Database, openDatabase } from "#platform/db/client.ts";
import { oneStatement } from "#platform/db/one-statement.ts";
import { sessions, users } from "#platform/schema/accounts.ts";
import { aPerson } from "../../api.ts";

const db = openDatabase(env.DB);

const queriesOf = (database: Database, userId: string | Placeholder) => ({
  people: database.select().from(users).where(eq(users.id, userId)),
  joined: database
    .select({ session: sessions, name: users.name })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(users.id, userId))
    .orderBy(asc(sessions.id)),
  counted: database
    .select({ n: count().as("n"), third: sql<number>`1.0 / 3`.as("third") })
    .from(sessions)
    .where(eq(sessions.userId, userId)),
  none: database.select().from(users).where(eq(users.id, "nobody")),
});

it("several queries in one statement answer what each answers alone: dates, flags, nulls, joins and figures", async () => {
  const { user } = await aPerson();
  const alone = queriesOf(db, user.id);
  const read = oneStatement((database) => queriesOf(database, sql.placeholder("userId")));
  const together = await read(db, { userId: user.id });
  expect(together).toEqual({
    people: await alone.people,
    joined: await alone.joined,
    counted: await alone.counted,
    none: [],
  });
  expect(together.people[0]?.createdAt).toBeInstanceOf(Date);
  expect(together.counted[0]?.third).toBe(1 / 3);
  const other = await aPerson();
  expect((await read(db, { userId: other.user.id })).people[0]?.id).toBe(other.user.id);
});

it("an expression without a name is refused, because its value could not be found", async () => {
  const read = oneStatement((database) => ({ counted: database.select({ n: count() }).from(users) }));
  await expect(read(db, {})).rejects.toThrow(/^You tried to reference "n" field/);
});
