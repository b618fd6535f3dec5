import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReceiptsResponse, WitnessKind } from "#contract/receipts.ts";
import type { TrackRecord } from "#contract/record.ts";
import { dateAndTime } from "#lib/dates.ts";
import { counted, MISSING } from "#lib/numbers.ts";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { ShieldCheck } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";
import {
  CHECKPOINT_ADDRESS,
  type LedgerVerification,
  receiptAddress,
  receiptsQuery,
  recordDownloads,
  verifyLedgerInBrowser,
} from "./api.ts";

type LedgerProps = { ledger: TrackRecord["ledger"] };

export function LedgerCard({ ledger }: LedgerProps) {
  const [held, setHeld] = useState<Uint8Array | null>(null);
  const { data: outside, error } = useQuery(receiptsQuery());
  const check = useAction({ call: verifyLedgerInBrowser, failure: { fallback: "Please try again." } });
  return (
    <Card aria-labelledby="ledger">
      <CardHeader
        id="ledger"
        icon={<ShieldCheck />}
        title="The ledger"
        description={`${counted(ledger.seq, "entry", "entries")}, each chained to the one before by SHA-256`}
        aside={
          <Button isLoading={check.isPending} onClick={() => check.run(held)}>
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
        <Holdings ledger={ledger} outside={outsideNote(outside?.witnesses, error !== null)} />
        {outside && outside.witnesses.length > 0 && <OutsideWitnesses {...outside} />}
        <p className="max-w-3xl text-sm text-muted text-pretty">
          Before each report, an entry names the company and quarter and seals the consensus, probability,
          base rate, model and the hash of all the evidence. The seal is a commitment that allows one number
          only. The settlement reveals what was sealed, right or wrong. The ledger names no person.
        </p>
        <p className="max-w-3xl text-sm text-muted text-pretty">
          A signed checkpoint fixes everything before it, so save one now. If an entry is later changed or
          removed, the verifier finds it with your copy, or with an outsider's receipt for an earlier
          checkpoint. With neither in your hands it cannot show whether we cut entries from the end or wrote
          the whole ledger anew. Outsiders get a checkpoint or its hash and nothing else. To check outside
          this page, download the verifier, a single file without dependencies, and run{" "}
          <code className="break-words">node ledger-verifier.mjs --url {location.origin}</code>.
        </p>
        <label className="flex max-w-md flex-col gap-1 text-sm">
          A checkpoint or receipt you saved before (optional)
          <input
            type="file"
            accept=".txt,.tsr,text/plain"
            className="text-sm"
            onChange={async (event) => setHeld(await bytesOf(event.target.files?.[0]))}
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

async function bytesOf(file: File | undefined): Promise<Uint8Array | null> {
  return file ? new Uint8Array(await file.arrayBuffer()) : null;
}

type OutsideNote = { value: string; note: string };

function outsideNote(witnesses: ReceiptsResponse["witnesses"] | undefined, hasFailed: boolean): OutsideNote {
  if (!witnesses) return { value: MISSING, note: hasFailed ? "could not be read" : "reading…" };
  const [first] = witnesses.map(({ since }) => since).sort();
  return first
    ? { value: String(witnesses.length), note: `since ${dateAndTime(first)}` }
    : { value: "None", note: "not witnessed: no outside service attests it" };
}

/** Shows the size of the ledger, who signed it, and which outside witnesses attest to it. */
function Holdings({
  ledger: { sealed, open, sealedSince, checkpoint, key },
  outside,
}: LedgerProps & { outside: OutsideNote }) {
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
          value={checkpoint ? counted(checkpoint.size, "entry", "entries") : "None"}
          note={
            checkpoint
              ? dateAndTime(checkpoint.signedAt)
              : key
                ? "none signed yet"
                : "no key is set up to sign with"
          }
        />
        <Figure label="Outside witnesses" {...outside} />
      </dl>
      {key && <p className="break-all font-mono text-xs text-muted">Key: {key}</p>}
    </>
  );
}

function Answer({ verdict, counts, blindSpot, completeness, receipts, isSigned }: LedgerVerification) {
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
      `${counts.ended} of ${counted(counts.locks, "sealed lock")} ended as sealed, ${counts.open} are open.`,
    isSigned ? "The checkpoint is signed by the key below." : "No checkpoint is signed.",
    receipts > 0 && `${counted(receipts, "outside receipt")} of published checkpoints fit them.`,
    completeness,
    blindSpot ?? "Nothing that your saved checkpoint or receipt covers was changed or removed.",
  ];
  return (
    <Notice tone="success" title={`ledger valid: ${verdict.entries} entries`} isAnnounced>
      {sentences.filter(Boolean).join(" ")}
    </Notice>
  );
}

const names: Record<WitnessKind, string> = {
  rfc3161: "Time stamp (RFC 3161)",
  "log-witness": "Cosignature of a log witness",
};

function OutsideWitnesses({ witnesses, receipts }: Pick<ReceiptsResponse, "witnesses" | "receipts">) {
  return (
    <ul className="flex flex-col divide-y divide-line text-sm" aria-label="Outside witnesses">
      {witnesses.map(({ witness, kind, since, size }) => {
        const latest = receipts.find((receipt) => receipt.witness === witness);
        return (
          <li key={witness} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="font-medium break-all">{witness}</span>
              <span className="block text-muted">{names[kind]}</span>
            </span>
            <span className="sm:text-right">
              since {dateAndTime(since)}
              <span className="block text-muted">
                latest for {counted(size, "entry", "entries")}
                {latest && (
                  <>
                    {" · "}
                    <a
                      className="link"
                      aria-label={`Receipt of ${witness}`}
                      href={receiptAddress(latest.digest)}
                      download={fileName(kind, latest.size)}
                    >
                      Receipt
                    </a>
                  </>
                )}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const endings: Record<WitnessKind, string> = {
  rfc3161: "tsr",
  "log-witness": "txt",
};

function fileName(kind: WitnessKind, size: number): string {
  return `checkpoint-${size}.${endings[kind]}`;
}
