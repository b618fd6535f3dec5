/** Spec: the key under which the browser keeps the bearer token. */
const storageKey = "auth_token";

/** The stored bearer token, or null. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Stores the token for the next visit; null removes it. */
export function storeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, token);
  } catch {
    // Without storage the session cookie alone keeps the person signed in.
  }
}

/** Calls `listener` when another tab signs in or out; answers how to stop. */
export function onTokenChangedElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}
