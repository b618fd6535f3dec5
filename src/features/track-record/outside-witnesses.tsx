import type { ReceiptsResponse, WitnessKind } from "#contract/receipts.ts";
import { dateAndTime } from "#lib/dates.ts";
import { counted } from "#lib/numbers.ts";
import { receiptAddress } from "./api.ts";

const names: Record<WitnessKind, string> = {
  rfc3161: "Time stamp (RFC 3161)",
  opentimestamps: "OpenTimestamps",
  "log-witness": "Cosignature of a log witness",
  git: "Public git repository",
};

export function OutsideWitnesses({ witnesses, receipts }: Pick<ReceiptsResponse, "witnesses" | "receipts">) {
  return (
    <ul className="flex flex-col divide-y divide-line text-sm" aria-label="Outside witnesses">
      {witnesses.map(({ witness, kind, since, size, pending }) => {
        const latest = receipts.find((one) => one.witness === witness);
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
                {pending > 0 && `, ${pending} waiting for a Bitcoin block`}
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
  opentimestamps: "ots",
  "log-witness": "txt",
  git: "json",
};

function fileName(kind: WitnessKind, size: number): string {
  return `checkpoint-${size}.${endings[kind]}`;
}
