import type { DashboardResponse, PredictionListQuery } from "#contract/dashboard.ts";
import { type PredictionHistoryItem, tossUpNote } from "#contract/prediction.ts";
import { calendarDayShort, relativeDayLabel, relativeTimeText, shortDate } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { ArrowDown, ArrowUp, Sort } from "#ui/icons.tsx";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";
import { Panel } from "../results/sections/section.tsx";
import { actualNames, capital } from "../scales.ts";
import { predictionPath, viewPath } from "../views.ts";
import { ConfidenceBadge, OutcomeBadge } from "./badges.tsx";

type Order = Pick<PredictionListQuery, "sort" | "direction">;
type PredictionTableProps = {
  caption: string;
  items: readonly PredictionHistoryItem[];
  order?: Order;
  onSort?: (column: Order["sort"]) => void;
};

export function PredictionTable({ caption, items, order, onSort }: PredictionTableProps) {
  const now = new Date();
  const heading = (text: string, column: Order["sort"]) => (
    <SortHeading text={text} column={column} order={order} onSort={onSort} />
  );
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          {heading("Stock", "symbol")}
          {heading("Date", "createdAt")}
          {heading("Prediction", "probability")}
          <HeadingCell>Confidence</HeadingCell>
          <HeadingCell>Actual</HeadingCell>
          <HeadingCell>Result</HeadingCell>
          {onSort && heading("Report", "reportDate")}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <Cell>
              <a href={predictionPath(item.id)} className="link font-semibold">
                {item.stock.symbol}
              </a>
              <span className="block max-w-44 truncate text-xs text-muted">{item.stock.name}</span>
            </Cell>
            <Cell className="whitespace-nowrap">
              <time dateTime={item.createdAt}>{shortDate(item.createdAt)}</time>
              <span className="block text-xs text-muted">{relativeTimeText(item.createdAt, now)}</span>
            </Cell>
            <Cell>
              <Badge>
                {capital(item.predictionType)} {item.probability}%{tossUpNote(item.beatProbability)}
              </Badge>
            </Cell>
            <Cell>
              <ConfidenceBadge confidence={item.confidence} />
            </Cell>
            <Cell>
              {item.actualResult ? (
                capital(item.actualResult)
              ) : (
                <span className="whitespace-nowrap text-muted">{actualNames[item.state]}</span>
              )}
            </Cell>
            <Cell>
              <OutcomeBadge {...item} />
              {item.actualResult && (
                <a
                  href={predictionPath(item.id)}
                  aria-label={`Recap of ${item.stock.symbol}`}
                  className="link mt-1 block w-fit text-xs"
                >
                  Recap
                </a>
              )}
              {item.stateReason && (
                <span className="mt-1 block min-w-44 text-xs text-muted">{item.stateReason}</span>
              )}
            </Cell>
            {onSort && (
              <Cell className="whitespace-nowrap">
                {item.reportDate ? (
                  <>
                    <time dateTime={item.reportDate}>{calendarDayShort(item.reportDate)}</time>
                    <span className="block text-xs text-muted">{relativeDayLabel(item.reportDate, now)}</span>
                  </>
                ) : (
                  "—"
                )}
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

type SortHeadingProps = {
  text: string;
  column: Order["sort"];
  order: Order | undefined;
  onSort: ((column: Order["sort"]) => void) | undefined;
};

function SortHeading({ text, column, order, onSort }: SortHeadingProps) {
  if (!order || !onSort) return <HeadingCell>{text}</HeadingCell>;
  const isSorted = order.sort === column;
  const Arrow = !isSorted ? Sort : order.direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <HeadingCell aria-sort={!isSorted ? "none" : order.direction === "asc" ? "ascending" : "descending"}>
      <button
        type="button"
        onClick={() => onSort(column)}
        className="-mx-2 inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 font-medium hover:text-ink focus-ring"
      >
        {text}
        <Arrow className="size-3.5" />
      </button>
    </HeadingCell>
  );
}

const SHOWN = 8;

type RecentPredictionsProps = { dashboard: DashboardResponse; isFolding?: boolean };

export function RecentPredictions({ dashboard, isFolding = false }: RecentPredictionsProps) {
  const items = dashboard.recentPredictions.slice(0, SHOWN);
  const [newest] = items;
  return (
    <Panel
      isFolding={isFolding}
      id="recent-predictions"
      title="Recent Predictions"
      finding={
        newest ? `The newest is ${newest.stock.symbol}, of ${shortDate(newest.createdAt)}` : "None yet"
      }
      control={
        <LinkButton href={viewPath("history")} variant="ghost" size="sm">
          View All
        </LinkButton>
      }
    >
      {items.length === 0 ? (
        <p className="text-muted">No predictions available. Start by analyzing a stock above.</p>
      ) : (
        <PredictionTable caption="Newest predictions" items={items} />
      )}
    </Panel>
  );
}
