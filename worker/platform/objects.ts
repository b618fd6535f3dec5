/**
 * The shortest and the longest pause before the second attempt, in milliseconds. It is random so that callers
 * that lost the same object do not all call it again at the same moment.
 */
const PAUSE_MS = { least: 20, most: 120 } as const;

type Method = (...values: unknown[]) => Promise<unknown>;

/**
 * Returns a stub for the Durable Object of this name. If the object is lost during a call, the call is made
 * once more with a new stub, so the object's methods must be safe to repeat.
 */
export function durableObjectStub<Type extends Rpc.DurableObjectBranded>(
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

/**
 * Returns whether the call failed because the object was lost. Errors that the object itself threw are not a
 * loss, and an overloaded object must not be called again.
 */
function isLost(error: unknown): boolean {
  const { remote, overloaded } = Object(error) as { remote?: unknown; overloaded?: unknown };
  return remote !== true && overloaded !== true;
}
