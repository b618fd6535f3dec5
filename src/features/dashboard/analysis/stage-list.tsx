import type { Stage, StageName } from "#contract/analysis.ts";
import { number } from "#lib/numbers.ts";
import { Button } from "#ui/button.tsx";
import { classes } from "#ui/classes.ts";
import { CheckCircle, Close, Minus } from "#ui/icons.tsx";
import { Skeleton, Spinner } from "#ui/loading.tsx";
import { Progress } from "#ui/progress.tsx";

const names: Record<StageName, string> = {
  company: "Company",
  estimates: "Estimates and history",
  prices: "Prices",
  news: "News and mood",
  model: "Model",
  narrative: "Explanation",
};
const stageNames = Object.keys(names) as StageName[];

type StageListProps = { symbol: string; stages: readonly Stage[]; text: string; onCancel: () => void };

export function StageList({ symbol, stages, text, onCancel }: StageListProps) {
  const ended = stages.filter((stage) => stage.status !== "running").length;
  return (
    <div>
      <div className="mb-3 flex items-center justify-between gap-3">
        <p role="status" className="font-medium">
          Analyzing {symbol}…
        </p>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <Progress
        label={`Stages of the analysis of ${symbol}`}
        value={ended}
        max={stageNames.length}
        valueText={`${ended} of ${stageNames.length} stages`}
      />
      <ol className="mt-4 grid gap-2 sm:grid-cols-3">
        {stageNames.map((name) => {
          const stage = stages.find((candidate) => candidate.stage === name);
          return (
            <li
              key={name}
              data-status={stage?.status ?? "waiting"}
              className={classes("flex items-center gap-2 text-sm", stage ? "text-ink" : "text-muted")}
            >
              <StageMark stage={stage} />
              <span>{names[name]}</span>
              {stage && <span className="text-xs text-muted figures">{noteOf(stage)}</span>}
            </li>
          );
        })}
      </ol>
      {/* As high as the longest explanation, so that nothing below is pushed down. */}
      <div className="mt-4 min-h-88 border-t border-line pt-4 sm:min-h-44">
        {text ? (
          <>
            <p className="text-sm leading-relaxed">{text}</p>
            <p className="mt-2 text-xs text-muted">
              From here on this analysis counts. If you cancel, you can still find it in your history.
            </p>
          </>
        ) : (
          <div aria-hidden="true" className="flex flex-col gap-3">
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-11/12" />
            <Skeleton className="h-3.5 w-2/3" />
          </div>
        )}
      </div>
    </div>
  );
}

function noteOf(stage: Stage): string | null {
  if (stage.status === "missing") return "not available";
  if (stage.status === "running") return null;
  return stage.elapsedMs < 1000
    ? `${number(stage.elapsedMs, 0)} ms`
    : `${number(stage.elapsedMs / 1000, 1)} s`;
}

function StageMark({ stage }: { stage: Stage | undefined }) {
  if (!stage) return <span className="size-5 rounded-full border border-edge" aria-hidden="true" />;
  if (stage.status === "running") return <Spinner className="size-5 text-primary" />;
  if (stage.status === "done") return <CheckCircle className="size-5 text-positive" label="done" />;
  if (stage.status === "missing") return <Minus className="size-5 text-muted" label="not available" />;
  return <Close className="size-5 text-danger" label="failed" />;
}
