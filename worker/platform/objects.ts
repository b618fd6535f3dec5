/** The pause is random, so that callers that lost an object together do not return together. */
const PAUSE_MS = { least: 20, most: 120 } as const;

type Method = (...values: unknown[]) => Promise<unknown>;

/**
 * Returns a stub that survives resets: each call takes a new stub and is repeated once if the object was lost. The
 * object's methods must therefore be safe to repeat.
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
    // A proxy with a `then` property would be mistaken for a promise.
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

/** An error that the object threw itself is not a loss, and an overloaded object is not called again. */
function isLost(error: unknown): boolean {
  const { remote, overloaded } = Object(error) as { remote?: unknown; overloaded?: unknown };
  return remote !== true && overloaded !== true;
}
