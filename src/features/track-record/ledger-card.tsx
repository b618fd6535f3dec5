import { useMutation } from "@tanstack/react-query";
import type { LedgerHead } from "#contract/ledger.ts";
import { count } from "#lib/count.ts";
import { messageOf } from "#lib/request.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { ShieldCheck } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";
import { verifyHere } from "./queries.ts";

/** Head of the ledger, and a button that verifies it in the browser. */
export function LedgerCard({ head }: { head: LedgerHead }) {
  const check = useMutation({ mutationFn: verifyHere });
  return (
    <Card aria-labelledby="ledger">
      <CardHeader
        id="ledger"
        icon={<ShieldCheck />}
        title="The ledger"
        description={`${count(head.seq, "entry", "entries")}, each chained to the one before by SHA-256`}
        aside={
          <Button isLoading={check.isPending} onClick={() => check.mutate()}>
            {check.isPending ? "Checking…" : "Verify in this browser"}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {check.data?.isValid && (
          <Notice tone="success" title={`ledger valid: ${check.data.entries} entries`} isAnnounced>
            Every hash, the order, the times, one settlement for each lock and every daily root hold.
          </Notice>
        )}
        {check.data?.isValid === false && (
          <Notice tone="danger" title="The ledger does not hold" isAnnounced>
            {check.data.seq === null ? "" : `Entry ${check.data.seq}: `}
            {check.data.reason}.
          </Notice>
        )}
        {check.isError && (
          <Notice tone="danger" title="The ledger could not be read" isAnnounced>
            {messageOf(check.error, "Please try again.")}
          </Notice>
        )}
        <p className="max-w-3xl text-sm text-muted text-pretty">
          An entry locks symbol, quarter, consensus, probability, base rate, model and the hash of the whole
          evidence before the report. The root of each day is published at a lasting address: whoever keeps a
          copy can prove that nothing before it was changed. It names no person.
        </p>
        <p className="break-all font-mono text-xs text-muted">Head: {head.hash}</p>
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <a className="link" href="/api/track-record/ledger">
            Entries as JSON
          </a>
          <a className="link" href="/api/track-record/roots">
            Daily roots as JSON
          </a>
          <a className="link" href="/api/track-record">
            This page as JSON
          </a>
        </p>
      </div>
    </Card>
  );
}
