import { type PointerEvent, useEffect, useRef, useState } from "react";
import { dismissToast, TOAST_DURATION_MS, type Toast, type ToastTone, useToasts } from "#lib/toast-store.ts";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { CheckCircle, Close, Info, Warning } from "./icons.tsx";

/** Spec: a swipe to the right of this distance dismisses. */
const SWIPE_THRESHOLD_PX = 50;

const looks: Record<ToastTone, { className: string; icon: typeof Info }> = {
  default: { className: "border-line text-primary", icon: Info },
  success: { className: "border-line text-positive", icon: CheckCircle },
  destructive: { className: "border-danger text-danger", icon: Warning },
};

/**
 * The notification region, one toast at a time; F8 focuses it. Mount it once. At the top on a phone, because dialogs
 * have their buttons at the bottom there.
 */
export function ToastArea() {
  const { toast } = useToasts();
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "F8") return;
      event.preventDefault();
      region.current?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <section
      ref={region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      className="fixed inset-x-0 top-0 z-70 flex justify-end p-4 pointer-events-none rounded-md focus-ring sm:left-auto sm:top-auto sm:bottom-0 sm:w-108"
    >
      <div aria-live={toast?.tone === "destructive" ? "assertive" : "polite"} className="w-full">
        {toast?.isOpen && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { className, icon: ToastIcon } = looks[toast.tone ?? "default"];
  const [isPaused, setIsPaused] = useState(false);
  const { offset, handlers } = useSwipe(() => dismissToast(toast.id));

  // The timer pauses under the pointer and the focus, so that nobody is cut off while reading.
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isPaused, toast.id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the swipe has a button beside it that does the same
    <div
      data-testid="toast"
      {...handlers}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
      onKeyDown={(event) => event.key === "Escape" && dismissToast(toast.id)}
      style={{ transform: offset > 0 ? `translateX(${offset}px)` : undefined }}
      className={classes(
        "pointer-events-auto flex w-full touch-pan-y items-start gap-3 rounded-lg border bg-raised p-4 shadow-float animate-rise-in",
        className,
      )}
    >
      <ToastIcon className="size-5 mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-ink">{toast.title}</p>
        {toast.description && <p className="text-sm text-muted">{toast.description}</p>}
      </div>
      <IconButton label="Dismiss notification" className="-m-2" onClick={() => dismissToast(toast.id)}>
        <Close className="size-4" />
      </IconButton>
    </div>
  );
}

/** Tracks a drag to the right and calls `onSwipe` when it ends beyond the threshold. */
function useSwipe(onSwipe: () => void) {
  const start = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const distance = (event: PointerEvent) =>
    start.current === null ? 0 : Math.max(0, event.clientX - start.current);
  const end = () => {
    start.current = null;
    setOffset(0);
  };
  return {
    offset,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if ((event.target as Element).closest("button")) return;
        start.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => setOffset(distance(event)),
      onPointerUp: (event: PointerEvent) => {
        const isFarEnough = distance(event) >= SWIPE_THRESHOLD_PX;
        end();
        if (isFarEnough) onSwipe();
      },
      onPointerCancel: end,
    },
  };
}
