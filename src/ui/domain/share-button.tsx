import { useAction } from "#lib/use-action.ts";
import { ActionFailure } from "../action-failure.tsx";
import { Button } from "../button.tsx";
import { Share } from "../icons.tsx";

type ShareButtonProps = { title: string; path: string };

/** By the device's own sharing, else copies the address. */
export function ShareButton({ title, path }: ShareButtonProps) {
  const shared = useAction({
    call: async () => {
      const url = new URL(path, location.origin).href;
      if (!navigator.share) return navigator.clipboard.writeText(url);
      // Closing the device's sheet is no failure.
      await navigator.share({ title, url }).catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
      });
    },
    success:
      "share" in navigator
        ? undefined
        : { title: "Link copied", description: "The public page of the company." },
    failure: { fallback: "Copy the address of the company's page instead." },
  });
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => shared.run()}>
        <Share className="size-4" />
        <span className="max-sm:sr-only">Share</span>
      </Button>
      <ActionFailure message={shared.message} className="order-last" />
    </>
  );
}
