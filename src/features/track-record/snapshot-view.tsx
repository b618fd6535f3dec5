import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Analysis, analysisSchema } from "#contract/analysis.ts";
import { lockEvidenceSchema } from "#contract/lock-evidence.ts";
import type { EdgeVerdict, PredictionHistoryItem } from "#contract/prediction.ts";
import type { RecordItem, RecordSnapshot } from "#contract/record.ts";
import { usePageTitle } from "#lib/browser.ts";
import { calendarDate, dateAndTime } from "#lib/dates.ts";
import { counted, percent, perShare } from "#lib/numbers.ts";
import { RequestError } from "#lib/request.ts";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { EvidenceProvider } from "#ui/domain/evidence/evidence-chip.tsx";
import { EvidenceSearch } from "#ui/domain/evidence/evidence-search.tsx";
import { Explanation } from "#ui/domain/explanation.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { ProbabilityBar } from "#ui/domain/probability-bar.tsx";
import { FilingCheckText, GuidedText, RecapFigures, recapSentences } from "#ui/domain/recap-figures.tsx";
import { ArrowLeft } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { Notice } from "#ui/notice.tsx";
import { snapshotQuery } from "./api.ts";
import { SimulatedNotice } from "./headline.tsx";
import { LockCard, LockEvidenceCard } from "./lock-card.tsx";
import { ResultBadge } from "./record-table.tsx";

export function SnapshotView({ id }: { id: string }) {
  const { data: snapshot, isPending, error, isFetching, refetch } = useQuery(snapshotQuery(id));
  const isUnknown = error instanceof RequestError && error.status === 404;
  usePageTitle(snapshot ? `${snapshot.item.stock.symbol}, track record` : "Track record");
  return (
    <>
      <Link to="/track-record" className="link flex items-center gap-1.5 self-start">
        <ArrowLeft className="size-4" /> Track record
      </Link>
      {isPending && <SkeletonLines lines={8} />}
      {isUnknown && (
        <Notice tone="danger" title="There is no such prediction" isAnnounced>
          The address may be mistyped.
        </Notice>
      )}
      {error && !isUnknown && (
        <LoadFailure title="This prediction could not be loaded" query={{ error, refetch, isFetching }} />
      )}
      {snapshot && <Snapshot snapshot={snapshot} />}
    </>
  );
}

function Snapshot({ snapshot }: { snapshot: RecordSnapshot }) {
  const { item } = snapshot;
  const { symbol, name } = item.stock;
  const analysis = analysisSchema.safeParse(snapshot.analysis);
  const lock = lockEvidenceSchema.safeParse(snapshot.analysis);
  const edgeVerdict = analysis.success
    ? analysis.data.model.edgeVerdict
    : lock.success
      ? lock.data.edgeVerdict
      : null;
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="heading-1">
          {symbol}:{" "}
          {item.predictionType === null ? "sealed" : `${item.predictionType} with ${item.probability}%`}
        </h1>
        <p className="flex flex-wrap items-center gap-3 text-muted">
          {name}, quarter to {item.fiscalQuarterEnd ? calendarDate(item.fiscalQuarterEnd) : "—"}{" "}
          <ResultBadge item={item} />
          {item.actualResult !== null && (
            <a href={`/predictions/${encodeURIComponent(item.id)}`} className="link text-sm">
              Page to share
            </a>
          )}
        </p>
      </header>
      <SimulatedNotice dataMode={item.dataMode} replayed={0} />
      <Outcome snapshot={snapshot} edgeVerdict={edgeVerdict} />
      <LockCard snapshot={snapshot} />
      {analysis.success ? (
        <SnapshotEvidence analysis={analysis.data} />
      ) : (
        lock.success && <LockEvidenceCard evidence={lock.data} />
      )}
    </>
  );
}

function isOpen(item: RecordItem): item is RecordItem & PredictionHistoryItem {
  return item.probability !== null && item.beatProbability !== null;
}

type OutcomeProps = { snapshot: RecordSnapshot; edgeVerdict: EdgeVerdict | null };

function Outcome({ snapshot, edgeVerdict }: OutcomeProps) {
  const { item, recap, actualSource } = snapshot;
  const settled = item.settledAt ? `settled ${dateAndTime(item.settledAt)}` : "not settled";
  const reported = recap && isOpen(item) ? { item, recap } : null;
  return (
    <Card aria-labelledby="outcome">
      <CardHeader
        id="outcome"
        title="What was predicted and what happened"
        description={reported ? recapSentences(reported) : (item.stateReason ?? undefined)}
      />
      {item.beatProbability === null ? (
        <SealedNotice />
      ) : (
        <ProbabilityBar
          label={`${item.stock.symbol} beats the consensus`}
          probability={item.beatProbability}
          baseRate={item.baseRate}
          edgeVerdict={edgeVerdict}
        />
      )}
      {reported ? (
        <div className="mt-5 flex flex-col gap-4">
          <RecapFigures {...reported} />
          <p className="text-sm text-muted">
            Reported according to {actualSource}; {settled}.
          </p>
          <GuidedText {...reported} />
          <FilingCheckText check={reported.recap.filing} currency={item.currency} />
          <a href={`/stocks/${encodeURIComponent(item.stock.symbol)}`} className="link self-start text-sm">
            All reports of {item.stock.symbol}
          </a>
        </div>
      ) : (
        <dl className="mt-5 grid grid-cols-2 gap-5 sm:grid-cols-4">
          <Figure
            label="Probability of a beat"
            value={item.beatProbability === null ? "Sealed" : percent(item.beatProbability, 1)}
            note={`base rate ${percent(item.baseRate, 1)}`}
          />
          <Figure label="Consensus at the lock" value={perShare(item.consensusEps, item.currency)} />
          <Figure label="Reported" value={perShare(item.actualEps, item.currency)} note={actualSource} />
          <Figure
            label="Report"
            value={item.reportDate ? calendarDate(item.reportDate) : "—"}
            note={settled}
          />
        </dl>
      )}
    </Card>
  );
}

function SealedNotice() {
  return (
    <Notice title="Sealed until it is settled or void">
      The ledger has a commitment that allows one number only. The settlement reveals it, and anyone can check
      that it is the same number. Before the report, only readers whose{" "}
      <a href="/pricing" className="link">
        plan
      </a>{" "}
      includes it can see it.
    </Notice>
  );
}

function SnapshotEvidence({ analysis }: { analysis: Analysis }) {
  const { aiAnalysis, evidence, model, asOf } = analysis;
  return (
    <EvidenceProvider value={evidence}>
      <Card aria-labelledby="reasoning">
        <CardHeader
          id="reasoning"
          title="The explanation"
          description={`Model ${model.version}, as of ${dateAndTime(asOf)}`}
        />
        <Explanation aiAnalysis={aiAnalysis} headingLevel={3} />
      </Card>
      <Card aria-labelledby="evidence">
        <CardHeader
          id="evidence"
          title="What it was based on"
          description={`${counted(evidence.length, "fact")}, frozen`}
        />
        <details>
          <summary className="link inline-block cursor-pointer">Show all facts</summary>
          <div className="mt-3">
            <EvidenceSearch evidence={evidence} />
          </div>
        </details>
      </Card>
    </EvidenceProvider>
  );
}
