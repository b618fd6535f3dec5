import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { usePageTitle } from "#lib/page-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { Disclosure } from "#widgets/disclosure.tsx";
import { Calibration } from "./calibration.tsx";
import { Groups } from "./groups.tsx";
import { Headline } from "./headline.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { MethodCard } from "./method-card.tsx";
import { trackRecordQuery } from "./queries.ts";
import { RecordBrowser } from "./record-browser.tsx";
import { RightAndWrong } from "./right-and-wrong.tsx";
import { SimulatedNotice } from "./simulated-notice.tsx";
import { SnapshotView } from "./snapshot-view.tsx";

/** The public track record, and the snapshot of each prediction in it. */
export default function TrackRecordPage() {
  const { id } = useParams();
  return (
    <PageShell
      actions={
        <LinkButton href="/dashboard" variant="secondary" size="sm">
          Dashboard
        </LinkButton>
      }
    >
      <div className="page-width flex flex-col gap-8 py-8 sm:py-12">
        {id === undefined ? <TrackRecordView /> : <SnapshotView key={id} id={id} />}
      </div>
    </PageShell>
  );
}

function TrackRecordView() {
  usePageTitle("Track record");
  const { data: record, isPending, error, isFetching, refetch } = useQuery(trackRecordQuery());
  return (
    <>
      <header className="flex max-w-3xl flex-col gap-3">
        <h1 className="heading-1">Track record</h1>
        <p className="text-lg text-muted text-pretty">
          Every prediction of record is locked in a public ledger before its report and settled by a written
          rule, right and wrong alike. Whoever keeps the ledger's head can check that nothing before it was
          changed.
        </p>
      </header>
      {isPending && <SkeletonLines lines={8} />}
      {error && (
        <LoadFailure
          title="The track record could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {record && (
        <>
          <SimulatedNotice dataMode={record.dataMode} replayed={record.replayed} />
          <Headline record={record} />
          <RightAndWrong record={record} />
          <Calibration scorecard={record.scorecard} />
          <Groups scorecard={record.scorecard} />
          <RecordBrowser />
          <LedgerCard head={record.ledger} />
          <MethodCard universe={record.universe} />
          <Disclosure variant="full" />
        </>
      )}
    </>
  );
}
