import { create } from "zustand";

export type ToastTone = "default" | "success" | "destructive";
export type ToastContent = { title: string; description?: string; tone?: ToastTone };
export type Toast = ToastContent & { id: number; isOpen: boolean };

/** Spec: how long a toast shows. */
export const TOAST_DURATION_MS = 5000;
/** Spec: a dismissed toast leaves the list only after this long. */
const TOAST_REMOVE_DELAY_MS = 1_000_000;

/** The toast that shows or was last dismissed; null when there is none. */
export const useToasts = create<{ toast: Toast | null }>()(() => ({ toast: null }));

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast in place of the one that shows now. */
export function showToast(content: ToastContent): void {
  clearTimeout(removal);
  lastId += 1;
  useToasts.setState({ toast: { ...content, id: lastId, isOpen: true } });
}

/** Hides a toast, if it is still the one that shows; it is forgotten after `TOAST_REMOVE_DELAY_MS`. */
export function dismissToast(id: number): void {
  const { toast } = useToasts.getState();
  if (toast?.id !== id || !toast.isOpen) return;
  useToasts.setState({ toast: { ...toast, isOpen: false } });
  removal = setTimeout(() => useToasts.setState({ toast: null }), TOAST_REMOVE_DELAY_MS);
}
