import { useAction } from "#lib/use-action.ts";
import { importTickers, watchCompany } from "#lib/watchlist.ts";
import { Button } from "../button.tsx";
import { Briefcase, Check } from "../icons.tsx";
import { ActionFailure } from "../notice.tsx";

const failure = { fallback: "The watchlist could not be changed. Please try again." };

export function WatchButton({ symbol }: { symbol: string }) {
  const watch = useAction({
    call: () => watchCompany({ symbol }),
    success: ({ isNew }) => ({
      title: isNew ? "Added to your watchlist" : "Already on your watchlist",
      description: symbol,
    }),
    failure,
  });
  return (
    <>
      <Button variant="ghost" size="sm" isLoading={watch.isPending} onClick={() => watch.run()}>
        {watch.isSuccess ? <Check className="size-4" /> : <Briefcase className="size-4" />}
        <span className="max-sm:sr-only">{watch.isSuccess ? "Watching" : "Watch"}</span>
      </Button>
      <ActionFailure message={watch.message} className="order-last" />
    </>
  );
}

export function WatchAllButton({ symbols }: { symbols: readonly string[] }) {
  const watch = useAction({
    call: () => importTickers(symbols.join(" ")),
    success: ({ added, known }) =>
      added.length > 0
        ? { title: "Added to your watchlist", description: added.join(", ") }
        : known.length > 0
          ? { title: "Already on your watchlist", description: known.join(", ") }
          : null,
    failure,
  });
  const [left] = watch.result?.unread ?? [];
  return (
    <>
      <Button variant="secondary" size="sm" isLoading={watch.isPending} onClick={() => watch.run()}>
        <Briefcase className="size-4" />
        Watch
      </Button>
      <ActionFailure message={left ? `${left.text}: ${left.reason}` : watch.message} className="order-last" />
    </>
  );
}
