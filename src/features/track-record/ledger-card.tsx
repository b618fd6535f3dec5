import type { LedgerHead } from "#contract/ledger.ts";
import { count } from "#lib/numbers.ts";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { ShieldCheck } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";
import { recordDownloads, type Verified, verifyHere } from "./api.ts";

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
          <Button isLoading={check.isPending} onClick={() => check.run(null)}>
            {check.isPending ? "Checking…" : "Verify in this browser"}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {check.result && <Answer {...check.result} />}
        {check.message && (
          <Notice tone="danger" title="The ledger could not be read" isAnnounced>
            {check.message}
          </Notice>
        )}
        <p className="max-w-3xl text-sm text-muted text-pretty">
          Before each report, an entry names the company and quarter and seals the consensus, probability,
          base rate, model and the hash of all the evidence. The seal is a commitment that allows one number
          only. The settlement reveals what was sealed, right or wrong. The root of each day is published at a
          permanent address: anyone who keeps a copy can prove that nothing before it was changed. The ledger
          names no person.
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

/** What the verifier found, and what it cannot see. */
function Answer({ verdict, counts, blindSpot }: Verified) {
  if (!verdict.isValid)
    return (
      <Notice tone="danger" title="The ledger is not valid" isAnnounced>
        {verdict.seq === null ? "" : `Entry ${verdict.seq}: `}
        {verdict.reason}.
      </Notice>
    );
  return (
    <Notice tone="success" title={`ledger valid: ${verdict.entries} entries`} isAnnounced>
      Every hash, the order, the times, one settlement for each lock, each outcome and every daily root are
      correct.
      {counts &&
        ` Of ${count(counts.sealed, "sealed lock")}, ${counts.ended} ended as sealed and ${counts.open} are open.`}{" "}
      {blindSpot}
    </Notice>
  );
}
