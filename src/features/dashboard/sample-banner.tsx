import type { DataMode } from "#contract/prediction.ts";
import { Notice } from "#ui/notice.tsx";

/** Says in every view that figures are simulated, where they are. */
export function SampleBanner({ dataMode }: { dataMode: DataMode | null }) {
  if (dataMode !== "sample") return null;
  return (
    <Notice tone="warn" title="Sample data">
      Companies keep their names, but every figure here comes from a simulated market. Nothing of it is real.
    </Notice>
  );
}
