import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dateAndTime } from "#lib/dates.ts";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Calendar } from "#ui/icons.tsx";
import { LoadFailure, Notice } from "#ui/notice.tsx";
import { calendarFeedQuery, endCalendarFeed, makeCalendarFeed } from "../api.ts";

/** The secret address by which a calendar program reads the person's watchlist. */
export function CalendarFeedCard() {
  const queryClient = useQueryClient();
  const feed = useQuery(calendarFeedQuery());
  const [url, setUrl] = useState<string | null>(null);
  const onSettled = () => void queryClient.invalidateQueries(calendarFeedQuery());
  const made = useAction({
    call: makeCalendarFeed,
    failure: {
      title: "Making the Address Failed",
      fallback: "Failed to make the address. Please try again.",
    },
    onSuccess: (answer) => setUrl(answer.url),
    onSettled,
  });
  const ended = useAction({
    call: endCalendarFeed,
    success: { title: "Address ended", description: "Calendars that use it get nothing from now on." },
    failure: { title: "Ending Failed", fallback: "Failed to end the address. Please try again." },
    onSuccess: () => setUrl(null),
    onSettled,
  });
  const createdAt = feed.data?.createdAt ?? null;
  return (
    <Card aria-labelledby="calendar-feed-title">
      <CardHeader
        id="calendar-feed-title"
        icon={<Calendar />}
        title="Calendar feed"
        description="The next reports of your watchlist in your own calendar, with probability and base rate"
      />
      {feed.isError && (
        <LoadFailure
          title="The calendar feed could not be loaded"
          error={feed.error}
          onRetry={() => void feed.refetch()}
          isRetrying={feed.isFetching}
        />
      )}
      <div className="flex flex-col gap-4">
        {url && (
          <>
            <Notice tone="warn" title="This address is shown once">
              Add it to your calendar as a subscription. Whoever has it can read your watchlist.
            </Notice>
            <p
              data-testid="feed-address"
              className="select-all break-all rounded-md bg-sunken p-3 font-mono text-sm"
            >
              {url}
            </p>
          </>
        )}
        {createdAt && <p className="text-sm text-muted">Address made {dateAndTime(createdAt)}</p>}
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" isLoading={made.isPending} onClick={() => made.run()}>
            {createdAt ? "Make a new address" : "Make an address"}
          </Button>
          {createdAt && (
            <Button variant="secondary" isLoading={ended.isPending} onClick={() => ended.run()}>
              End the address
            </Button>
          )}
        </div>
        {createdAt && <p className="text-sm text-muted">A new address ends the old one at once.</p>}
      </div>
    </Card>
  );
}
