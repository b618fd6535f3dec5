export type ToastTone = "default" | "success" | "destructive";
export type ToastContent = { title: string; description?: string; tone?: ToastTone };

let waiting: ToastContent | null = null;
let show = (content: ToastContent): void => {
  waiting = content;
};

export function showToast(content: ToastContent): void {
  show(content);
}

/** Called by the toast area, which the landing page loads after its first paint; a toast from before then shows now. */
export function showToastsWith(shown: typeof show): void {
  show = shown;
  if (waiting) show(waiting);
  waiting = null;
}
