import type { RecordItem, TrackRecord } from "#contract/record.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { RecordTable } from "./record-table.tsx";

/** The latest wrong and right predictions side by side, in the same size. */
export function RightAndWrong({ record }: { record: TrackRecord }) {
  const { correct, wrong } = record.scorecard;
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Side
        id="latest-wrong"
        title={`Latest wrong predictions, ${wrong} in all`}
        items={record.latestWrong}
        empty="No wrong prediction yet."
      />
      <Side
        id="latest-right"
        title={`Latest right predictions, ${correct} in all`}
        items={record.latestCorrect}
        empty="No right prediction yet."
      />
    </div>
  );
}

function Side(props: { id: string; title: string; items: RecordItem[]; empty: string }) {
  const { id, title, items, empty } = props;
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      {items.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <RecordTable caption={title} items={items.slice(0, 6)} isShort />
      )}
    </Card>
  );
}
