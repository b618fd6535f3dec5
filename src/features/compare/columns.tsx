import type { ReactNode } from "react";
import type { ComparedCompany, Comparison } from "#contract/compare.ts";
import { dateAndTime } from "#lib/dates.ts";
import { classes } from "#ui/classes.ts";
import { Skeleton } from "#ui/loading.tsx";
import { ConfidenceCell, ExpectedCell, ProbabilityCell } from "./prediction-cells.tsx";
import {
  contributionScaleOf,
  MoveCell,
  PastReportsCell,
  ReportCell,
  type Scale,
  SeasonCell,
  StepsCell,
} from "./report-cells.tsx";

type CellProps = { compared: ComparedCompany; comparison: Comparison; scale: Scale };
type Row = { name: string; Cell: (props: CellProps) => ReactNode };

const rows: readonly Row[] = [
  {
    name: "Report",
    Cell: ({ compared, comparison }) => <ReportCell {...compared} today={comparison.today} />,
  },
  {
    name: "P(beat) and base rate",
    Cell: ({ compared, comparison }) => <ProbabilityCell {...compared} opens={comparison.opens} />,
  },
  { name: "Confidence", Cell: ({ compared }) => <ConfidenceCell {...compared} /> },
  {
    name: "How P(beat) comes about",
    Cell: ({ compared, scale }) => <StepsCell {...compared} scale={scale} />,
  },
  { name: "Consensus and expected EPS", Cell: ({ compared }) => <ExpectedCell {...compared} /> },
  { name: "Move of the share", Cell: ({ compared }) => <MoveCell {...compared} /> },
  { name: "Last four reports", Cell: ({ compared }) => <PastReportsCell {...compared} /> },
  {
    name: "Season of the sector",
    Cell: ({ compared, comparison }) => <SeasonCell {...compared} since={comparison.seasonSince} />,
  },
];

const column =
  "grid gap-0 rounded-lg border border-line bg-surface shadow-card snap-start [grid-template-rows:subgrid] print:break-inside-avoid";
const frame =
  "-mx-4 grid grid-flow-col gap-x-3 overflow-x-auto px-4 pb-2 snap-x snap-mandatory scroll-px-4 focus-ring sm:mx-0 sm:px-0 sm:scroll-px-0 print:overflow-visible";
const spanned = { gridRow: `span ${rows.length + 1}` };

export function Columns({ comparison, isStale }: { comparison: Comparison; isStale: boolean }) {
  const { items, asOf, dataMode } = comparison;
  const scale = contributionScaleOf(items);
  return (
    <div aria-busy={isStale} className={isStale ? "opacity-55" : undefined}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
        tabIndex={0}
        aria-label="Companies side by side"
        className={classes(frame, widthsOf(items.length))}
        style={{ gridTemplateRows: `repeat(${rows.length + 1}, auto)` }}
      >
        {items.map((compared) => (
          <article key={compared.symbol} aria-label={compared.symbol} className={column} style={spanned}>
            <Title {...compared} />
            <dl className="contents">
              {rows.map(({ name, Cell }) => (
                <div key={name} className="min-w-0 border-t border-line px-4 py-3 text-sm">
                  <dt className="mb-1 text-xs font-medium text-muted">{name}</dt>
                  <dd>
                    <Cell compared={compared} comparison={comparison} scale={scale} />
                  </dd>
                </div>
              ))}
            </dl>
          </article>
        ))}
      </section>
      <p className="mt-2 text-xs text-muted">
        As of <time dateTime={asOf}>{dateAndTime(asOf)}</time>
        {dataMode === "sample" ? ", simulated market" : ""}. Steps are in points of probability on one scale
        for all columns.
      </p>
    </div>
  );
}

function widthsOf(columns: number): string {
  if (columns === 1) return "auto-cols-[minmax(0,32rem)]";
  return "auto-cols-[82%] sm:auto-cols-[minmax(15rem,1fr)]";
}

export function LoadingColumns({ columns }: { columns: number }) {
  const keys = Array.from({ length: columns }, (_, i) => `column-${i}`);
  return (
    <div
      aria-busy="true"
      role="status"
      aria-label="Loading the comparison…"
      className={classes(frame, widthsOf(columns))}
    >
      {keys.map((key) => (
        <div key={key} className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-4">
          <Skeleton className="h-7 w-24" />
          {rows.map(({ name }) => (
            <span key={name} className="flex flex-col gap-2">
              <Skeleton className="h-3 w-2/5" />
              <Skeleton className="h-10 w-full" />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

function Title({ symbol, name, sector, ownPredictionId }: ComparedCompany) {
  return (
    <header className="min-w-0 px-4 py-3">
      <h2 className="heading-3">{symbol}</h2>
      {name !== symbol && <p className="truncate text-sm">{name}</p>}
      <p className="text-xs text-muted">{sector ?? "Sector not known"}</p>
      <p className="mt-2 text-sm print:hidden">
        {ownPredictionId ? (
          <a href={`/dashboard/predictions/${encodeURIComponent(ownPredictionId)}`} className="link">
            Your analysis
          </a>
        ) : (
          <a href={`/dashboard?view=analysis&symbol=${encodeURIComponent(symbol)}`} className="link">
            Analyze {symbol}
          </a>
        )}
        <span aria-hidden="true" className="text-muted">
          {" · "}
        </span>
        <a href={`/stocks/${encodeURIComponent(symbol)}`} className="link">
          All reports
        </a>
      </p>
    </header>
  );
}
