import { useQuery } from "@tanstack/react-query";
import type { LedgerHead } from "#contract/ledger.ts";
import type { RecordSnapshot } from "#contract/record.ts";
import { canonical, type Json } from "#ledger/canonical.ts";
import { sha256 } from "#ledger/format.ts";
import { dateAndTime } from "#lib/dates.ts";
import { count } from "#lib/numbers.ts";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Lock, ShieldCheck } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";
import { recordDownloads, verifyHere } from "./api.ts";

/** Head of the ledger, and a button that verifies it in the browser. */
export function LedgerCard({ head }: { head: LedgerHead }) {
  const check = useAction({ call: verifyHere, failure: { fallback: "Please try again." } });
  return (
    <Card aria-labelledby="ledger">
      <CardHeader
        id="ledger"
        icon={<ShieldCheck />}
        title="The ledger"
        description={`${count(head.seq, "entry", "entries")}, each chained to the one before by SHA-256`}
        aside={
          <Button isLoading={check.isPending} onClick={() => check.run()}>
            {check.isPending ? "Checking…" : "Verify in this browser"}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {check.result?.isValid && (
          <Notice tone="success" title={`ledger valid: ${check.result.entries} entries`} isAnnounced>
            Every hash, the order, the times, one settlement for each lock and every daily root are correct.
          </Notice>
        )}
        {check.result?.isValid === false && (
          <Notice tone="danger" title="The ledger is not valid" isAnnounced>
            {check.result.seq === null ? "" : `Entry ${check.result.seq}: `}
            {check.result.reason}.
          </Notice>
        )}
        {check.message && (
          <Notice tone="danger" title="The ledger could not be read" isAnnounced>
            {check.message}
          </Notice>
        )}
        <p className="max-w-3xl text-sm text-muted text-pretty">
          Before the report, an entry locks the ticker, quarter, consensus, probability, base rate, model and
          the hash of all the evidence. The root of each day is published at a permanent address: anyone who
          keeps a copy can prove that nothing before it was changed. The ledger names no person.
        </p>
        <p className="break-all font-mono text-xs text-muted">Head: {head.hash}</p>
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {recordDownloads.map(({ label, href }) => (
            <a key={href} className="link" href={href}>
              {label}
            </a>
          ))}
        </p>
      </div>
    </Card>
  );
}

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
          Your browser computed the hash of the evidence below and compared it with the one in the ledger.
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
