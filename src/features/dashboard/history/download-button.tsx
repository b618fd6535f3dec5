import type { PredictionListQuery } from "#contract/dashboard.ts";
import { saveFile } from "#lib/save-file.ts";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Download } from "#ui/icons.tsx";
import { exportPredictions } from "../api.ts";

/** Saves all predictions that match the filters as a CSV file, in the order shown. */
export function DownloadButton({ query }: { query: PredictionListQuery }) {
  const { isPending, run } = useAction({
    call: () => exportPredictions(query),
    failure: { title: "Export Failed", fallback: "The file could not be made. Please try again." },
    onSuccess: (file) => saveFile("beatcast-predictions.csv", file),
  });
  return (
    <Button variant="secondary" size="sm" isLoading={isPending} onClick={() => run()}>
      {!isPending && <Download className="size-4" />}
      Download CSV
    </Button>
  );
}
