import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { answerTimeOf, hasPrioritySupport, MAX_SUPPORT_TEXT, type SupportItem } from "#contract/support.ts";
import { easternDay } from "#contract/time.ts";
import { usePageTitle } from "#lib/browser.ts";
import { calendarDayNear, dateAndTime, weekday } from "#lib/dates.ts";
import { useUser } from "#lib/session.tsx";
import { useForm } from "#lib/use-form.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { TextAreaField, TextField } from "#ui/field.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { ActionFailure, Notice } from "#ui/notice.tsx";
import { createSupportRequest, supportQuery } from "./api.ts";

export default function SupportPage() {
  usePageTitle("Support");
  const { subscriptionTier, isEmailVerified, email } = useUser();
  const { data, isPending, isError, error, isFetching, refetch } = useQuery(supportQuery());
  return (
    <AppShell>
      <div className="page-width flex max-w-3xl flex-col gap-6 py-8">
        <header>
          <h1 className="heading-1 flex flex-wrap items-center gap-3">
            Support {hasPrioritySupport(subscriptionTier) && <Badge tone="primary">Priority support</Badge>}
          </h1>
          <p className="mt-1 text-muted">
            We answer by email to {email}, on your plan within {answerTimeOf(subscriptionTier)}
            {hasPrioritySupport(subscriptionTier) && ", before the requests of other plans"}.
          </p>
        </header>
        {isEmailVerified ? (
          <AskForm />
        ) : (
          <Notice tone="warn" title="Please confirm your email address first">
            The answer goes there. The link is in the email we sent when you signed up.
          </Notice>
        )}
        {isPending && <SkeletonLines lines={3} />}
        {isError && (
          <LoadFailure title="Your requests could not be loaded" query={{ error, refetch, isFetching }} />
        )}
        {data && data.requests.length > 0 && (
          <section className="flex flex-col gap-4" aria-label="Your requests">
            <h2 className="heading-2">Your requests</h2>
            {data.requests.map((request) => (
              <RequestCard key={request.id} request={request} />
            ))}
          </section>
        )}
      </div>
    </AppShell>
  );
}

function AskForm() {
  const queryClient = useQueryClient();
  const [params] = useSearchParams();
  const { isPending, errorOf, message, onSubmit } = useForm({
    read: (entry) => ({
      subject: entry("subject").trim(),
      text: entry("text").trim(),
      page: entry("page").trim() || undefined,
      predictionId: entry("predictionId").trim() || undefined,
    }),
    check: ({ subject, text }) => {
      if (!subject) return { fields: { subject: "Please enter a subject." } };
      return text ? null : { fields: { text: "Please say what you need help with." } };
    },
    call: createSupportRequest,
    success: { title: "Sent", description: "We answer by email, and here." },
    failure: { fallback: "Your request could not be sent. Please try again." },
    isEmptiedAfterwards: true,
    onSuccess: () => void queryClient.invalidateQueries(supportQuery()),
  });
  return (
    <Card as="div">
      <form onSubmit={onSubmit} noValidate aria-label="Ask support" className="flex flex-col gap-4">
        <TextField label="Subject" name="subject" maxLength={100} error={errorOf("subject")} />
        <TextAreaField
          label="How can we help?"
          name="text"
          rows={6}
          maxLength={MAX_SUPPORT_TEXT}
          error={errorOf("text")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Page (optional)"
            name="page"
            hint="As '/calendar'."
            defaultValue={params.get("page") ?? ""}
            error={errorOf("page")}
          />
          <TextField
            label="Prediction (optional)"
            name="predictionId"
            hint="The end of its address, 'prd_…'."
            defaultValue={params.get("prediction") ?? ""}
            error={errorOf("predictionId")}
          />
        </div>
        <ActionFailure message={message} />
        <Button type="submit" isLoading={isPending} className="self-start">
          {isPending ? "Sending..." : "Send"}
        </Button>
      </form>
    </Card>
  );
}

function RequestCard({ request }: { request: SupportItem }) {
  const { id, subject, text, askedAt, dueDay, answer, answeredAt } = request;
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        level={3}
        title={subject}
        description={`Sent ${dateAndTime(askedAt)}; answer due by ${weekday(dueDay)}, ${calendarDayNear(dueDay)}`}
        aside={<Badge tone={answer ? "neutral" : "warn"}>{answer ? "Answered" : "Waiting"}</Badge>}
      />
      <p className="whitespace-pre-line break-words">{text}</p>
      {answer && answeredAt && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="mb-2 text-sm text-muted">
            Answered {dateAndTime(answeredAt)}
            {easternDay(answeredAt) <= dueDay ? ", in time" : ", later than promised"}
          </p>
          <p className="whitespace-pre-line break-words">{answer}</p>
        </div>
      )}
    </Card>
  );
}
