import type { DBAdapter, DBAdapterInstance, Where } from "better-auth";
import { hashToken } from "./token.ts";

/**
 * Stores session tokens as their SHA-256 only: the library keeps them as they are, so that a copy of the database
 * would open every account. Callers still see the token itself.
 */
export function hashSessionTokens(inner: DBAdapterInstance): DBAdapterInstance {
  return (options) => {
    const adapter = inner(options);
    const hashed = async <Query extends { model: string; where?: Where[] | undefined }>(
      query: Query,
    ): Promise<Query> =>
      query.model === "session" && query.where
        ? { ...query, where: await Promise.all(query.where.map(hashWhere)) }
        : query;

    const wrapped: DBAdapter = {
      ...adapter,
      async create(query) {
        const token: unknown = Reflect.get(query.data, "token");
        if (query.model !== "session" || typeof token !== "string") return adapter.create(query);
        const row = await adapter.create({
          ...query,
          data: { ...query.data, token: await hashToken(token) },
        });
        return Object.assign(row as object, { token }) as never;
      },
      findOne: async (query) => adapter.findOne(await hashed(query)),
      findMany: async (query) => adapter.findMany(await hashed(query)),
      count: async (query) => adapter.count(await hashed(query)),
      update: async (query) => adapter.update(await hashed(query)),
      updateMany: async (query) => adapter.updateMany(await hashed(query)),
      delete: async (query) => adapter.delete(await hashed(query)),
      deleteMany: async (query) => adapter.deleteMany(await hashed(query)),
      // D1 has no interactive transactions; without this line the library would go around the hashing inside one.
      transaction: (work) => work(wrapped),
    };
    return wrapped;
  };
}

async function hashWhere(where: Where): Promise<Where> {
  if (where.field !== "token") return where;
  if (typeof where.value === "string") return { ...where, value: await hashToken(where.value) };
  if (!Array.isArray(where.value)) return where;
  return { ...where, value: await Promise.all(where.value.map((token) => hashToken(String(token)))) };
}
