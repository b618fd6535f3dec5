import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Review, SecretRotation } from "#contract/review.ts";
import { usePageTitle } from "#lib/browser.ts";
import { counted } from "#lib/numbers.ts";
import { RequestError } from "#lib/request.ts";
import { LinkButton } from "#ui/button.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { EmptyState, ScreenMessage } from "#ui/empty-state.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { reviewQuery } from "./api.ts";
import { CaseCard } from "./case-card.tsx";
import { DisputedCards } from "./disputed-cards.tsx";
import { ChangeCard, DeadLetterCard, DecidedList, DisagreementCard, ResultCard } from "./review-cards.tsx";
import { SourceFaultsTable } from "./source-faults-table.tsx";
import { SupportInboxList } from "./support-inbox.tsx";

export default function ReviewPage() {
  usePageTitle("Review");
  const { data: review, isPending, error, isFetching, refetch } = useQuery(reviewQuery());
  if (error instanceof RequestError && error.status === 404)
    return (
      <ScreenMessage
        title="Page Not Found"
        text="There is nothing at this address. It may have moved, or the link may be mistyped."
        action={<LinkButton href="/dashboard">Go to the dashboard</LinkButton>}
      />
    );
  return (
    <AppShell>
      <div className="page-width flex max-w-4xl flex-col gap-8 py-8 sm:py-12">
        <header className="flex flex-col gap-3">
          <h1 className="heading-1">Review</h1>
          <p className="text-lg text-muted text-pretty">
            What the settlement rule leaves to a person. Your settlement goes into the ledger with your reason
            and the word "operator", never your name. It is final.
          </p>
        </header>
        {isPending && <SkeletonLines lines={8} />}
        {error && (
          <LoadFailure title="The review could not be loaded" query={{ error, refetch, isFetching }} />
        )}
        {review && <SupportInboxList />}
        {review && <Lists review={review} />}
      </div>
    </AppShell>
  );
}

function Lists({ review }: { review: Review }) {
  const { cases, disagreements, results, releases, changes, deadLetters, decided, sources, secrets } = review;
  const waiting = [cases, disagreements, results, releases, changes, deadLetters];
  const isEmpty = waiting.every((list) => list.length === 0);
  return (
    <>
      {isEmpty && <EmptyState title="Nothing to review" text="Every report was settled by the rule." />}
      <List title="Under review" n={cases.length}>
        {cases.map((reviewCase) => (
          <CaseCard key={`${reviewCase.symbol} ${reviewCase.fiscalQuarterEnd}`} found={reviewCase} />
        ))}
      </List>
      <List title="Releases that contradict the source" n={disagreements.length}>
        {disagreements.map((disagreement) => (
          <DisagreementCard
            key={`${disagreement.symbol} ${disagreement.fiscalQuarterEnd}`}
            disagreement={disagreement}
          />
        ))}
      </List>
      <List title="Results sent in by users" n={results.length}>
        {results.map((result) => (
          <ResultCard key={result.predictionId} result={result} />
        ))}
      </List>
      <List title="Releases that two readers read differently" n={releases.length}>
        {releases.map((release) => (
          <DisputedCards key={`${release.accession} ${release.file}`} release={release} />
        ))}
      </List>
      <List title="Companies that may have changed" n={changes.length}>
        {changes.map((change) => (
          <ChangeCard key={change.id} found={change} />
        ))}
      </List>
      <List title="Failed jobs" n={deadLetters.length}>
        {deadLetters.map((deadLetter) => (
          <DeadLetterCard key={deadLetter.id} deadLetter={deadLetter} />
        ))}
      </List>
      <List title="Rows of sources since yesterday" n={sources.length}>
        <SourceFaultsTable faults={sources} />
      </List>
      <SecretRotationText exchange={secrets} />
      <List title="Decided last" n={decided.length}>
        <DecidedList decided={decided} />
      </List>
    </>
  );
}

function List({ title, n, children }: { title: string; n: number; children: ReactNode }) {
  if (n === 0) return null;
  return (
    <section className="flex flex-col gap-4" aria-label={title}>
      <h2 className="heading-2">{title}</h2>
      {children}
    </section>
  );
}

function SecretRotationText({ exchange }: { exchange: SecretRotation }) {
  const { olderSecrets, authenticators, recoveryCodes, webhookSecrets } = exchange;
  const unreadable = authenticators.unreadable + recoveryCodes.unreadable + webhookSecrets.unreadable;
  if (olderSecrets === 0 && unreadable === 0) return null;
  return (
    <section className="flex flex-col gap-2" aria-label="Exchange of the secret">
      <h2 className="heading-2">Exchange of the secret</h2>
      {olderSecrets > 0 && (
        <p className="text-pretty">
          AUTH_SECRET has {counted(olderSecrets, "older value")}. Still under one of them:{" "}
          {counted(authenticators.underOlder, "authenticator")} and{" "}
          {counted(recoveryCodes.underOlder, "unused recovery code")}.{" "}
          {webhookSecrets.underOlder > 0 &&
            `Signing secrets of webhooks too: ${webhookSecrets.underOlder}. The next retention job moves them.`}
        </p>
      )}
      {unreadable > 0 && (
        <p className="text-pretty">
          Under a value that AUTH_SECRET no longer has: {counted(authenticators.unreadable, "authenticator")}{" "}
          and {counted(recoveryCodes.unreadable, "unused recovery code")}.{" "}
          {webhookSecrets.unreadable > 0 && `Signing secrets of webhooks: ${webhookSecrets.unreadable}.`}{" "}
          Their owners cannot use them until it is back.
        </p>
      )}
    </section>
  );
}
