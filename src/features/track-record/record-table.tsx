import { Link } from "react-router";
import type { RecordKind } from "#contract/figures.ts";
import { quarterName } from "#contract/format.ts";
import { outcomeBadgeOf } from "#contract/prediction.ts";
import type { RecordItem } from "#contract/record.ts";
import { isTossUp } from "#contract/rules.ts";
import { calendarDate } from "#lib/dates.ts";
import { percent, perShare } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { VerdictBadge } from "#ui/domain/verdict-badge.tsx";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";

type RecordTableProps = {
  caption: string;
  items: readonly RecordItem[];
  kind: RecordKind;
  isShort?: boolean;
};

const kindWords: Record<RecordKind, string> = {
  live: "locked",
  simulated: "locked",
  rehearsed: "rehearsed",
  replayed: "replayed",
};

export function RecordTable({ caption, items, kind, isShort = false }: RecordTableProps) {
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <HeadingCell>Company</HeadingCell>
          <HeadingCell>Said</HeadingCell>
          {!isShort && <HeadingCell isNumeric>Consensus</HeadingCell>}
          <HeadingCell isNumeric>Reported</HeadingCell>
          {!isShort && <HeadingCell>Report</HeadingCell>}
          {!isShort && <HeadingCell>Result</HeadingCell>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <Cell>
              <Link to={`/track-record/${item.id}`} className="link font-semibold">
                {item.stock.symbol}
                <span className="sr-only">
                  , quarter to {item.fiscalQuarterEnd ? quarterName(item.fiscalQuarterEnd) : "—"}
                </span>
              </Link>
              <span className="block whitespace-nowrap text-xs text-muted">
                to {item.fiscalQuarterEnd ? quarterName(item.fiscalQuarterEnd) : "—"}
              </span>
            </Cell>
            <Cell>
              <SaidBadge item={item} />
              <span className="block text-xs text-muted">
                {isShort ? "" : `base rate ${percent(item.baseRate, 1)}, `}
                {item.state === "unlocked" ? "not locked" : kindWords[kind]}
                {item.predictionType !== null && isTossUp(item.beatProbability ?? 0) && ", a toss-up"}
              </span>
            </Cell>
            {!isShort && <Cell isNumeric>{perShare(item.consensusEps, item.currency)}</Cell>}
            <Cell isNumeric>
              {perShare(item.actualEps, item.currency)}
              {isShort && (
                <span className="block whitespace-nowrap text-xs text-muted">
                  against {perShare(item.consensusEps, item.currency)}
                </span>
              )}
            </Cell>
            {!isShort && (
              <Cell className="whitespace-nowrap">
                {item.reportDate ? calendarDate(item.reportDate) : "—"}
              </Cell>
            )}
            {!isShort && (
              <Cell>
                <ResultBadge item={item} />
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function SaidBadge({ item: { predictionType, probability } }: { item: RecordItem }) {
  if (predictionType === null) return <Badge>Sealed</Badge>;
  return (
    <Badge>
      {predictionType} {probability}%
    </Badge>
  );
}

function Verdict({ item }: { item: RecordItem }) {
  const { sign, tone, badge } = outcomeBadgeOf(item, item.beatProbability);
  return <VerdictBadge sign={sign} tone={tone} text={badge} />;
}

export function ResultBadge({ item }: { item: RecordItem }) {
  switch (item.state) {
    case "settled":
      return <Verdict item={item} />;
    case "pending":
      return <Badge>Awaiting report</Badge>;
    case "review":
      return <Badge tone="warn">Under review</Badge>;
    case "void":
      return <Badge>Void</Badge>;
    case "unlocked":
      return <Badge>Not locked</Badge>;
  }
}
