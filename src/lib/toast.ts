export type ToastTone = "default" | "success" | "destructive";
export type ToastContent = { title: string; description?: string; tone?: ToastTone };

let waiting: ToastContent | null = null;
let show = (content: ToastContent): void => {
  waiting = content;
};

export function showToast(content: ToastContent): void {
  show(content);
}

export function showToastsWith(shown: typeof show): void {
  show = shown;
  if (waiting) show(waiting);
  waiting = null;
}
