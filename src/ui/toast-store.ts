export type ToastTone = "default" | "success" | "destructive";
export type ToastContent = { title: string; description?: string; tone?: ToastTone };
export type Toast = ToastContent & { id: number; isOpen: boolean };

/** Spec: how long a toast shows. */
export const TOAST_DURATION_MS = 5000;
/** Spec: a dismissed toast leaves the list only after this long. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

let current: Toast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a toast in place of the one that shows now; answers its id. */
export function showToast(content: ToastContent): number {
  clearTimeout(removal);
  lastId += 1;
  publish({ ...content, id: lastId, isOpen: true });
  return lastId;
}

/** Hides a toast, if it is still the one that shows; it is forgotten after `TOAST_REMOVE_DELAY_MS`. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.isOpen) return;
  publish({ ...current, isOpen: false });
  removal = setTimeout(() => publish(null), TOAST_REMOVE_DELAY_MS);
}

/** The toast that shows or was last dismissed; null when there is none. */
export function currentToast(): Toast | null {
  return current;
}

/** Calls `listener` at every change; answers how to stop. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}
