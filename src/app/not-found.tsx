import { usePageTitle } from "#lib/page-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { Compass } from "#ui/icons.tsx";
import { ScreenMessage } from "#ui/page-shell.tsx";

/** Any path that is not ours. */
export function NotFound() {
  usePageTitle("Page Not Found");
  return (
    <ScreenMessage
      icon={<Compass className="size-7" />}
      title="Page Not Found"
      text="There is nothing at this address. It may have moved, or the link may be mistyped."
      action={
        <>
          <LinkButton href="/dashboard">Go to the dashboard</LinkButton>
          <LinkButton href="/" variant="secondary">
            Return to Home
          </LinkButton>
        </>
      }
    />
  );
}
