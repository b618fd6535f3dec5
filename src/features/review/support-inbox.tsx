import { useQuery, useQueryClient } from "@tanstack/react-query";
import { planTerms } from "#contract/plans.ts";
import { MAX_SUPPORT_TEXT, type SupportInbox } from "#contract/support.ts";
import { easternDay } from "#contract/time.ts";
import { calendarDayNear, relativeTimeText, weekday } from "#lib/dates.ts";
import { useForm } from "#lib/use-form.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { TextAreaField } from "#ui/field.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { answerSupport, supportInboxQuery } from "./api.ts";

/** Lists the open support requests: those of the largest plan first, and within a plan the oldest first. */
export function SupportInboxList() {
  const { data, isError, error, isFetching, refetch } = useQuery(supportInboxQuery());
  if (isError)
    return (
      <LoadFailure title="The support requests could not be loaded" query={{ error, refetch, isFetching }} />
    );
  if (!data || data.requests.length === 0) return null;
  return (
    <section className="flex flex-col gap-4" aria-label="Support requests">
      <h2 className="heading-2">Support requests</h2>
      {data.requests.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
    </section>
  );
}

function RequestCard({ request }: { request: SupportInbox[number] }) {
  const { id, subject, text, page, predictionId, tier, askedAt, dueDay } = request;
  const queryClient = useQueryClient();
  const { isPending, errorOf, message, onSubmit } = useForm({
    read: (entry) => entry("answer").trim(),
    check: (answer) => (answer ? null : { fields: { answer: "Please enter the answer." } }),
    call: (answer) => answerSupport(id, answer),
    success: { title: "Answered" },
    failure: { fallback: "The answer could not be sent. Please try again." },
    refresh: () => queryClient.invalidateQueries(supportInboxQuery()),
  });
  const about = [page && `page ${page}`, predictionId && `prediction ${predictionId}`].filter(Boolean);
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        level={3}
        title={subject}
        description={`Sent ${relativeTimeText(askedAt, new Date())}; due by ${weekday(dueDay)}, ${calendarDayNear(dueDay)}`}
        aside={
          <span className="flex gap-1.5">
            {easternDay(new Date()) > dueDay && <Badge tone="danger">Overdue</Badge>}
            <Badge tone="signal">{planTerms[tier].name}</Badge>
          </span>
        }
      />
      {about.length > 0 && <p className="mb-2 text-sm text-muted">About {about.join(", ")}</p>}
      <p className="whitespace-pre-line break-words">{text}</p>
      <form
        onSubmit={onSubmit}
        noValidate
        aria-label={`Answer ${subject}`}
        className="mt-4 flex flex-col gap-3"
      >
        <TextAreaField label="Answer" name="answer" maxLength={MAX_SUPPORT_TEXT} error={errorOf("answer")} />
        <ActionFailure message={message} />
        <Button type="submit" isLoading={isPending} className="self-start">
          {isPending ? "Sending..." : "Send the answer"}
        </Button>
      </form>
    </Card>
  );
}
