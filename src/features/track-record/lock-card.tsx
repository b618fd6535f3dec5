import { useQuery } from "@tanstack/react-query";
import type { RecordSnapshot } from "#contract/record.ts";
import { canonical, type Json } from "#ledger/canonical.ts";
import { sha256 } from "#ledger/format.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { Lock } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";

/** A prediction's ledger entries, and whether the evidence shown matches the locked hash. */
export function LockCard({ snapshot }: { snapshot: RecordSnapshot }) {
  const { lock, settlement, item } = snapshot;
  const hash = useQuery({
    queryKey: ["evidence hash", item.id],
    queryFn: () => sha256(canonical(snapshot.analysis as Json)),
  });
  if (lock?.body.type !== "lock")
    return <Notice title="Not in the ledger">This prediction was made too late to be locked.</Notice>;
  const isSame = hash.data === lock.body.evidenceHash;
  return (
    <Card aria-labelledby="lock">
      <CardHeader
        id="lock"
        icon={<Lock />}
        title={`Entry ${lock.seq} of the ledger`}
        description={`Locked ${dateAndTime(lock.body.time)}, ahead of the report expected ${dateAndTime(lock.body.reportsAt)}`}
      />
      {hash.data && (
        <Notice
          tone={isSame ? "success" : "danger"}
          title={isSame ? "The evidence is unchanged" : "The evidence differs"}
        >
          Your browser computed the hash of the evidence below and compared it with the ledger&rsquo;s.
        </Notice>
      )}
      <dl className="mt-4 flex flex-col gap-3 text-sm">
        <Hash label="Evidence" value={lock.body.evidenceHash} />
        <Hash label="Entry" value={lock.hash} />
        <Hash label="Entry before" value={lock.previousHash} />
        {settlement && <Hash label={`Settlement, entry ${settlement.seq}`} value={settlement.hash} />}
      </dl>
    </Card>
  );
}

function Hash({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="break-all font-mono text-xs">{value}</dd>
    </div>
  );
}
