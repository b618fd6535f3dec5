/**
 * Titles of the failures that the specification shows as toasts. All other failures are shown beside the
 * control that failed.
 */
export type FailureTitle =
  | "Analysis Failed"
  | "Cancellation Failed"
  | "Confirmation Required"
  | "Deletion Failed"
  | "Error"
  | "Export Failed"
  | "Missing information"
  | "Password mismatch"
  | "Password Mismatch"
  | "Password too short"
  | "Password Too Short"
  | "Reactivation Failed"
  | "Refresh Failed"
  | "Setup Failed"
  | "Sign in failed"
  | "Sign In Failed"
  | "Sign up failed"
  | "Subscription Processing Error"
  | "Symbol Required"
  | "Update failed"
  | "Update Failed";

export type ToastContent =
  | { title: string; description?: string; tone?: "default" | "success" }
  | { title: FailureTitle; description?: string; tone: "destructive" };
export type ToastTone = NonNullable<ToastContent["tone"]>;

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
