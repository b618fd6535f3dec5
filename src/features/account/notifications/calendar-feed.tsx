import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dateAndTime } from "#lib/dates.ts";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { Calendar } from "#ui/icons.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { calendarFeedQuery, createCalendarFeed, deleteCalendarFeed } from "../api.ts";
import { NewSecretDialog } from "../new-secret-dialog.tsx";

export function CalendarFeedCard() {
  const queryClient = useQueryClient();
  const feed = useQuery(calendarFeedQuery());
  const [isMaking, setIsMaking] = useState(false);
  const ended = useAction({
    call: deleteCalendarFeed,
    success: { title: "Address ended", description: "Calendars that use it get nothing from now on." },
    failure: { fallback: "Failed to end the address. Please try again." },
    onSettled: () => void queryClient.invalidateQueries(calendarFeedQuery()),
  });
  const createdAt = feed.data?.createdAt ?? null;
  return (
    <Card aria-labelledby="calendar-feed-title">
      <CardHeader
        id="calendar-feed-title"
        icon={<Calendar />}
        title="Calendar feed"
        description="Upcoming reports from your watchlist in your own calendar, with probability and base rate"
      />
      {feed.isError && <LoadFailure title="The calendar feed could not be loaded" query={feed} />}
      <div className="flex flex-col gap-4">
        {createdAt && <p className="text-sm text-muted">Link created {dateAndTime(createdAt)}</p>}
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setIsMaking(true)}>
            {createdAt ? "Create a new link" : "Create a link"}
          </Button>
          {createdAt && (
            <Button variant="secondary" isLoading={ended.isPending} onClick={() => ended.run()}>
              Turn off the link
            </Button>
          )}
          <ActionFailure message={ended.message} />
        </div>
      </div>
      {isMaking && <MakeAddress isFirst={!createdAt} onClose={() => setIsMaking(false)} />}
    </Card>
  );
}

function MakeAddress({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  return (
    <NewSecretDialog
      title={isFirst ? "Create a link for your calendar?" : "Create a new link?"}
      button={{ label: "Create the link", pendingLabel: "Creating..." }}
      failure="Failed to create the link. Please try again."
      read={() => ({})}
      call={async ({ password }) => (await createCalendarFeed(password)).url}
      listKey={calendarFeedQuery().queryKey}
      shown={{
        title: "Your calendar link",
        name: "link",
        warning: "Add it to your calendar as a subscription. Anyone with the link can read your watchlist.",
        store: "Add it to your calendar as a subscription.",
        testId: "feed-address",
      }}
      onClose={onClose}
    >
      {() => (
        <p className="text-muted">
          {isFirst
            ? "Anyone with the link can read your watchlist."
            : "A new link turns off the old one right away."}
        </p>
      )}
    </NewSecretDialog>
  );
}
