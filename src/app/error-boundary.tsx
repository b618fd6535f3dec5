import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { ScreenMessage } from "#ui/empty-state.tsx";
import { Refresh, Warning } from "#ui/icons.tsx";

type State = { hasFailed: boolean };

/** Catches errors of rendering and shows the error screen that the product specification prescribes. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <ScreenMessage
        icon={<Warning className="size-7" />}
        title="Something went wrong"
        text="We encountered an unexpected error. Please try refreshing the page or contact support if the problem persists."
        action={
          <Button onClick={() => location.reload()}>
            <Refresh /> Refresh Page
          </Button>
        }
      />
    );
  }
}
