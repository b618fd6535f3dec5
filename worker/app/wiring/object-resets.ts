/** Before a call is made once more; by chance, so that those who lost an object together do not come together. */
const PAUSE_MS = { least: 20, most: 120 } as const;

/** What of a stub is no call of the object's own. */
const platformNames: ReadonlySet<string | symbol> = new Set([
  "constructor",
  "fetch",
  "connect",
  "id",
  "name",
]);

/**
 * A namespace whose objects may be reset at any time. Stubs break with them, so each call takes a new one, and is made once more
 * where it failed on the way. Methods must bear that.
 */
export function survivingResets<Type extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<Type>,
): DurableObjectNamespace<Type> {
  const stubOf = (id: DurableObjectId): DurableObjectStub<Type> => {
    const ask = async (method: string, values: unknown[]): Promise<unknown> => {
      const stub = namespace.get(id) as unknown as Record<string, (...values: unknown[]) => unknown>;
      return stub[method]?.(...values);
    };
    const retrying =
      (method: string) =>
      async (...values: unknown[]) => {
        try {
          return await ask(method, values);
        } catch (error) {
          if (!isLost(error)) throw error;
          const pauseMs = PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least);
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
          return ask(method, values);
        }
      };
    // No stub stands behind it: one is taken for each call, and then only.
    return new Proxy({} as DurableObjectStub<Type>, {
      has: (_, name) => Reflect.has(namespace.get(id), name),
      get(_, name) {
        // What has a `then` would pass for a promise.
        if (name === "then") return undefined;
        if (typeof name === "string" && !platformNames.has(name)) return retrying(name);
        const stub = namespace.get(id);
        const own: unknown = Reflect.get(stub, name);
        return typeof own === "function" && name !== "constructor" ? own.bind(stub) : own;
      },
    });
  };
  return new Proxy(namespace, {
    get(target, name) {
      if (name === "get") return stubOf;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Whether the object was lost on the way. What it threw itself would be thrown again; an overloaded one is left alone. */
function isLost(error: unknown): boolean {
  const { remote, overloaded } = Object(error) as { remote?: unknown; overloaded?: unknown };
  return remote !== true && overloaded !== true;
}
