/** Random: callers that lost an object together do not come back together. */
const PAUSE_MS = { least: 20, most: 120 } as const;

type Method = (...values: unknown[]) => Promise<unknown>;

/**
 * A reset breaks stubs: each call takes a new one, and is repeated once where the object was lost. Its
 * methods must bear that.
 */
export function objectNamed<Type extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<Type>,
  name: string,
): DurableObjectStub<Type> {
  const ask = async (method: string, values: unknown[]) => {
    const stub = namespace.get(namespace.idFromName(name)) as unknown as Record<string, Method>;
    return stub[method]?.(...values);
  };
  return new Proxy({} as DurableObjectStub<Type>, {
    // What has a `then` would pass for a promise.
    get: (_, method) =>
      typeof method === "string" && method !== "then"
        ? (...values: unknown[]) => onceMore(() => ask(method, values))
        : undefined,
  });
}

async function onceMore<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!isLost(error)) throw error;
    const pauseMs = PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return call();
  }
}

/** Not what the object threw; an overloaded one is left alone. */
function isLost(error: unknown): boolean {
  const { remote, overloaded } = Object(error) as { remote?: unknown; overloaded?: unknown };
  return remote !== true && overloaded !== true;
}
