import type { RecordItem } from "#contract/record.ts";
import { Badge } from "#ui/badge.tsx";

/** What became of a prediction, in a word. */
export function ResultBadge({ item }: { item: RecordItem }) {
  switch (item.state) {
    case "settled":
      return <Badge tone={item.isCorrect ? "beat" : "miss"}>{item.isCorrect ? "Right" : "Wrong"}</Badge>;
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
