import type { DataMode } from "#contract/prediction.ts";
import { counted } from "#lib/numbers.ts";
import { Notice } from "#ui/notice.tsx";

/** Warns that the figures come from a simulated market. */
export function SimulatedNotice({ dataMode, replayed }: { dataMode: DataMode; replayed: number }) {
  if (dataMode !== "sample") return null;
  return (
    <Notice tone="warn" title="Simulated market">
      Companies keep their names, but their figures are invented, so this record says nothing about real
      companies.
      {replayed > 0 &&
        ` ${counted(replayed, "prediction")} ${replayed === 1 ? "was" : "were"} replayed: the real model computed them later, with what the simulated market knew days before each report.`}
    </Notice>
  );
}
