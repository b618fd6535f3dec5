import { useState } from "react";
import type { PredictionListQuery } from "#contract/dashboard.ts";
import { messageOf, send } from "#lib/request.ts";
import { saveFile } from "#lib/save-file.ts";
import { showToast } from "#lib/toast-store.ts";
import { Button } from "#ui/button.tsx";
import { Download } from "#ui/icons.tsx";
import { searchOf } from "../queries.ts";

/** Saves all predictions that match the filters as a CSV file, in the order shown. */
export function DownloadButton({ query }: { query: PredictionListQuery }) {
  const [isLoading, setIsLoading] = useState(false);
  const download = async () => {
    setIsLoading(true);
    try {
      const response = await send(`/api/predictions/export.csv?${searchOf(query)}`);
      saveFile("beatcast-predictions.csv", await response.blob());
    } catch (error) {
      showToast({
        title: "Export Failed",
        description: messageOf(error, "The file could not be made. Please try again."),
        tone: "destructive",
      });
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <Button variant="secondary" size="sm" isLoading={isLoading} onClick={() => void download()}>
      {!isLoading && <Download className="size-4" />}
      Download CSV
    </Button>
  );
}
