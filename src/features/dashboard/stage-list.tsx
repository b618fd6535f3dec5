import type { Stage, StageName } from "#contract/analysis.ts";
import { Button } from "#ui/button.tsx";
import { classes } from "#ui/classes.ts";
import { Check, Close, Minus } from "#ui/icons.tsx";
import { Spinner } from "#ui/spinner.tsx";

const names: Record<StageName, string> = {
  company: "Company",
  estimates: "Estimates and history",
  prices: "Prices",
  news: "News and mood",
  model: "Model",
  narrative: "Explanation",
};

/** What an analysis is doing, stage by stage, while it runs. */
export function StageList({
  symbol,
  stages,
  onCancel,
}: {
  symbol: string;
  stages: Stage[];
  onCancel: () => void;
}) {
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="mb-3 flex items-center justify-between gap-3">
        <p role="status" className="font-medium">
          Analyzing {symbol}…
        </p>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <ol className="grid gap-2 sm:grid-cols-3">
        {(Object.keys(names) as StageName[]).map((name) => {
          const stage = stages.find((known) => known.stage === name);
          return (
            <li
              key={name}
              className={classes("flex items-center gap-2 text-sm", stage ? "text-ink" : "text-muted")}
            >
              <StageMark stage={stage} />
              <span>{names[name]}</span>
              {stage?.status === "missing" && <span className="text-muted">not available</span>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function StageMark({ stage }: { stage: Stage | undefined }) {
  if (!stage) return <span className="size-5 rounded-full border border-edge" aria-hidden="true" />;
  if (stage.status === "running") return <Spinner className="size-5 text-primary" />;
  if (stage.status === "done") return <Check className="size-5 text-beat" label="done" />;
  if (stage.status === "missing") return <Minus className="size-5 text-muted" label="not available" />;
  return <Close className="size-5 text-danger" label="failed" />;
}
