import { useState } from "react";
import type { TrackRecord } from "#contract/record.ts";
import { dateAndTime } from "#lib/dates.ts";
import { count } from "#lib/numbers.ts";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { ShieldCheck } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";
import { CHECKPOINT_ADDRESS, recordDownloads, type Verified, verifyHere } from "./api.ts";

type LedgerProps = { ledger: TrackRecord["ledger"] };

/** Head of the ledger, what is sealed and signed, and a button that verifies it in the browser. */
export function LedgerCard({ ledger }: LedgerProps) {
  const [since, setSince] = useState<string | null>(null);
  const check = useAction({ call: verifyHere, failure: { fallback: "Please try again." } });
  return (
    <Card aria-labelledby="ledger">
      <CardHeader
        id="ledger"
        icon={<ShieldCheck />}
        title="The ledger"
        description={`${count(ledger.seq, "entry", "entries")}, each chained to the one before by SHA-256`}
        aside={
          <Button isLoading={check.isPending} onClick={() => check.run(since)}>
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
        <Holdings ledger={ledger} />
        <p className="max-w-3xl text-sm text-muted text-pretty">
          Before each report, an entry names the company and quarter and seals the consensus, probability,
          base rate, model and the hash of all the evidence. The seal is a commitment that allows one number
          only. The settlement reveals what was sealed, right or wrong. The ledger names no person.
        </p>
        <p className="max-w-3xl text-sm text-muted text-pretty">
          A signed checkpoint fixes everything before it, so save one now. If an entry is later changed or
          removed, the verifier finds it with your copy. Without an older copy it cannot show whether we cut
          entries from the end or wrote the whole ledger anew. To check outside this page, download the
          verifier, a single file without dependencies, and run{" "}
          <code className="break-words">node ledger-verifier.mjs --url {location.origin}</code>.
        </p>
        <label className="flex max-w-md flex-col gap-1 text-sm">
          A checkpoint you saved before (optional)
          <input
            type="file"
            accept=".txt,text/plain"
            className="text-sm"
            onChange={async (event) => setSince((await event.target.files?.[0]?.text()) ?? null)}
          />
        </label>
        <p className="break-all font-mono text-xs text-muted">Head: {ledger.hash}</p>
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {ledger.checkpoint && (
            <a className="link" href={CHECKPOINT_ADDRESS} download="checkpoint.txt">
              Signed checkpoint
            </a>
          )}
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

/** What is sealed and since when, who signed what, and who outside has a copy. */
function Holdings({ ledger: { sealed, open, sealedSince, checkpoint, key } }: LedgerProps) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-5 sm:grid-cols-4">
        <Figure
          label="Sealed predictions"
          value={String(sealed)}
          note={sealedSince ? `since ${dateAndTime(sealedSince)}` : "none yet"}
        />
        <Figure label="Still sealed" value={String(open)} note={`${sealed - open} settled or void`} />
        <Figure
          label="Signed checkpoint"
          value={checkpoint ? count(checkpoint.size, "entry", "entries") : "None"}
          note={
            checkpoint
              ? dateAndTime(checkpoint.signedAt)
              : key
                ? "none signed yet"
                : "no key is set up to sign with"
          }
        />
        <Figure
          label="Outside witnesses"
          value="None"
          note="not witnessed: no outside service keeps a copy"
        />
      </dl>
      {key && <p className="break-all font-mono text-xs text-muted">Key: {key}</p>}
    </>
  );
}

/** What the verifier found, and what it cannot see. */
function Answer({ verdict, counts, blindSpot, isSigned }: Verified) {
  if (!verdict.isValid)
    return (
      <Notice tone="danger" title="The ledger is not valid" isAnnounced>
        {verdict.seq === null ? "" : `Entry ${verdict.seq}: `}
        {verdict.reason}.
      </Notice>
    );
  const sentences = [
    "Every hash, the order, the times, one settlement for each lock, each outcome and every daily root are correct.",
    counts &&
      `${counts.ended} of ${count(counts.sealed, "sealed lock")} ended as sealed, ${counts.open} are open.`,
    isSigned ? "The checkpoint is signed by the key below." : "No checkpoint is signed.",
    blindSpot ?? "Nothing in the checkpoint you saved was changed or removed.",
  ];
  return (
    <Notice tone="success" title={`ledger valid: ${verdict.entries} entries`} isAnnounced>
      {sentences.filter(Boolean).join(" ")}
    </Notice>
  );
}
