import type { ReactNode } from "react";
import { messageOf } from "#lib/request.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type LoadFailureProps = {
  /** What could not be loaded, as a sentence without its full stop. */
  title: ReactNode;
  error: unknown;
  onRetry: () => void;
  isRetrying?: boolean;
  children?: ReactNode;
};

/** Says that something could not be read, why, and offers to try again. Never to be confused with there being nothing. */
export function LoadFailure({ title, error, onRetry, isRetrying = false, children }: LoadFailureProps) {
  return (
    <Notice
      tone="danger"
      title={title}
      isAnnounced
      action={
        <Button variant="secondary" size="sm" isLoading={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {messageOf(error, "Please check your connection.")}
      {children}
    </Notice>
  );
}
