import { useAction } from "#lib/use-action.ts";
import { importTickers, watchCompany } from "#lib/watchlist.ts";
import { Button } from "../button.tsx";
import { Briefcase, Check } from "../icons.tsx";

const failure = { title: "Not Added", fallback: "The watchlist could not be changed. Please try again." };

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
    <Button variant="ghost" size="sm" isLoading={watch.isPending} onClick={() => watch.run()}>
      {watch.isSuccess ? <Check className="size-4" /> : <Briefcase className="size-4" />}
      <span className="max-sm:sr-only">{watch.isSuccess ? "Watching" : "Watch"}</span>
    </Button>
  );
}

export function WatchAllButton({ symbols }: { symbols: readonly string[] }) {
  const watch = useAction({
    call: () => importTickers(symbols.join(" ")),
    success: ({ added, known, unread: [first] }) => ({
      title: added.length > 0 ? "Added to your watchlist" : "Nothing was added to your watchlist",
      description: first
        ? `${first.text}: ${first.reason}`
        : added.length > 0
          ? added.join(", ")
          : `${known.join(", ")}: there already.`,
    }),
    failure,
  });
  return (
    <Button variant="secondary" size="sm" isLoading={watch.isPending} onClick={() => watch.run()}>
      <Briefcase className="size-4" />
      Watch
    </Button>
  );
}
