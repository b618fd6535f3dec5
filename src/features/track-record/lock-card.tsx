import { useQuery } from "@tanstack/react-query";
import { canonicalJson, type Json, sealPreimage, sha256 } from "#contract/ledger-format.ts";
import type { LockEvidence } from "#contract/lock-evidence.ts";
import type { RecordSnapshot } from "#contract/record.ts";
import { confidenceNames } from "#contract/rules.ts";
import { calendarDate, dateAndTime } from "#lib/dates.ts";
import { counted, fixed, perShare } from "#lib/numbers.ts";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { Lock } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";

export function LockCard({ snapshot }: { snapshot: RecordSnapshot }) {
  const { lock, settlement, item } = snapshot;
  const said = saidBy(snapshot);
  const checked = useQuery({
    queryKey: ["lock", item.id, settlement?.hash],
    queryFn: () => check(snapshot),
    enabled: said.evidenceHash !== null,
  });
  if (lock?.body.type !== "lock")
    return <Notice title="Not in the ledger">This prediction was made too late to be locked.</Notice>;
  return (
    <Card aria-labelledby="lock">
      <CardHeader
        id="lock"
        icon={<Lock />}
        title={`Entry ${lock.seq} of the ledger`}
        description={`Locked ${dateAndTime(lock.body.time)}, ahead of the report expected ${dateAndTime(lock.body.reportsAt)}`}
      />
      {checked.data && (
        <Notice
          tone={checked.data.isEvidenceSame && checked.data.isSealSame ? "success" : "danger"}
          title={checked.data.isEvidenceSame ? "The evidence is unchanged" : "The evidence differs"}
        >
          Your browser computed the hash of the evidence below and compared it with the one in the ledger.
          {said.seal !== null &&
            (checked.data.isSealSame
              ? " It opened the seal of the lock with what the settlement revealed: they match."
              : " What the settlement revealed does not match the seal of the lock.")}
        </Notice>
      )}
      <dl className="mt-4 flex flex-col gap-3 text-sm">
        {said.seal && <Hash label="Seal" value={said.seal} />}
        {said.evidenceHash && <Hash label="Evidence" value={said.evidenceHash} />}
        <Hash label="Entry" value={lock.hash} />
        <Hash label="Entry before" value={lock.previousHash} />
        {settlement && <Hash label={`Settlement, entry ${settlement.seq}`} value={settlement.hash} />}
      </dl>
    </Card>
  );
}

/**
 * Returns the hashes that the ledger states for the prediction. `evidenceHash` is null while the lock is
 * sealed.
 */
function saidBy({ lock, settlement }: RecordSnapshot): { seal: string | null; evidenceHash: string | null } {
  if (lock?.body.type !== "lock") return { seal: null, evidenceHash: null };
  const revealed = settlement?.body.type === "settlement" ? settlement.body.revealed : undefined;
  return { seal: lock.body.seal, evidenceHash: revealed?.lock.evidenceHash ?? null };
}

async function check(snapshot: RecordSnapshot): Promise<{ isEvidenceSame: boolean; isSealSame: boolean }> {
  const { seal, evidenceHash } = saidBy(snapshot);
  const { body } = snapshot.settlement ?? {};
  const revealed = body?.type === "settlement" ? body.revealed : undefined;
  return {
    isEvidenceSame: (await sha256(canonicalJson(snapshot.analysis as Json))) === evidenceHash,
    isSealSame: seal === null || (revealed !== undefined && (await sha256(sealPreimage(revealed))) === seal),
  };
}

function Hash({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="break-all font-mono text-xs">{value}</dd>
    </div>
  );
}

export function LockEvidenceCard({ evidence }: { evidence: LockEvidence }) {
  const { modelVersion, asOf, consensusEps, currency, analystCount, sources, features } = evidence;
  const knownFeatures = Object.entries(features).filter(([, value]) => value !== null);
  const past = Array.isArray(evidence.input.past) ? evidence.input.past.length : 0;
  return (
    <Card aria-labelledby="evidence">
      <CardHeader
        id="evidence"
        title="What it was based on"
        description={`Model ${modelVersion}, as of ${dateAndTime(asOf)}, frozen`}
      />
      <dl className="grid grid-cols-2 gap-5 sm:grid-cols-4">
        <Figure
          label="Consensus"
          value={perShare(consensusEps, currency)}
          note={analystCount === null ? "number of analysts not known" : counted(analystCount, "analyst")}
        />
        <Figure label="Past reports" value={String(past)} note={sources.join(", ")} />
        <Figure label="Confidence" value={confidenceNames[evidence.confidence]} />
        <Figure label="Expected report" value={calendarDate(evidence.reportDate)} />
      </dl>
      <details className="mt-5">
        <summary className="link inline-block cursor-pointer">
          Show the model's {counted(knownFeatures.length, "figure")}, of {Object.keys(features).length}
        </summary>
        <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          {knownFeatures.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-muted">{name}</dt>
              <dd>{fixed(Number(value), 4)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  );
}
