import { createToaster, Toast, Toaster } from "@ark-ui/react/toast";
import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { showToastsWith, type ToastTone } from "#lib/toast.ts";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { CheckCircle, Close, Info, Warning } from "./icons.tsx";

/** How long a toast is shown. The specification sets this value. */
const TOAST_DURATION_MS = 5000;
/** How far a swipe must go to close a toast. The specification sets this value. */
const SWIPE_THRESHOLD_PX = 50;

const looks: Record<ToastTone, { className: string; icon: typeof Info }> = {
  default: { className: "border-line text-primary", icon: Info },
  success: { className: "border-line text-positive", icon: CheckCircle },
  destructive: { className: "border-danger text-danger", icon: Warning },
};

const toaster = createToaster({ duration: TOAST_DURATION_MS, removeDelay: 0, hotkey: ["F8"] });

showToastsWith(({ tone = "default", ...texts }) => {
  toaster.remove();
  toaster.create({ ...texts, meta: { tone } });
});

const placedByClass = {
  position: undefined,
  bottom: undefined,
  insetInlineStart: undefined,
  insetInlineEnd: undefined,
  alignItems: undefined,
  pointerEvents: undefined,
  zIndex: undefined,
};

/**
 * Shows one toast at a time. F8 focuses it, and its timer pauses under the pointer or the focus. On a phone it
 * is at the top, because the buttons of dialogs are at the bottom.
 */
export function ToastArea() {
  return (
    <Toaster
      toaster={toaster}
      aria-label="Notifications (F8)"
      style={placedByClass}
      className="fixed inset-x-0 top-0 z-70 p-4 pointer-events-none rounded-md focus-ring sm:left-auto sm:top-auto sm:bottom-0 sm:w-108"
    >
      {({ id, title, description, meta }) => (
        <ToastCard
          tone={meta?.tone as ToastTone}
          title={title}
          description={description}
          onSwipe={() => toaster.dismiss(id)}
        />
      )}
    </Toaster>
  );
}

type ToastCardProps = {
  tone: ToastTone;
  title: ReactNode;
  description: ReactNode;
  onSwipe: () => void;
};

function ToastCard({ tone, title, description, onSwipe }: ToastCardProps) {
  const { className, icon: ToastIcon } = looks[tone];
  const { offset, handlers } = useSwipe(onSwipe);
  return (
    <Toast.Root
      data-testid="toast"
      role={tone === "destructive" ? "alert" : "status"}
      // Not a tab stop: the Tab key moves from the notification area directly to the toast's button.
      tabIndex={-1}
      {...handlers}
      style={{ ...placedByClass, transform: offset > 0 ? `translateX(${offset}px)` : undefined }}
      className={classes(
        "relative pointer-events-auto flex w-full touch-pan-y items-start gap-3 rounded-lg border bg-raised p-4 shadow-float animate-rise-in",
        className,
      )}
    >
      <ToastIcon className="size-5 mt-0.5" />
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-semibold text-ink">{title}</Toast.Title>
        {description && <Toast.Description className="text-sm text-muted">{description}</Toast.Description>}
      </div>
      <Toast.CloseTrigger asChild>
        <IconButton label="Dismiss notification" className="-m-2">
          <Close className="size-4" />
        </IconButton>
      </Toast.CloseTrigger>
    </Toast.Root>
  );
}

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
