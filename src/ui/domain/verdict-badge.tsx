import type { outcomeBadgeOf } from "#contract/prediction.ts";
import { Badge } from "../badge.tsx";

type VerdictBadgeProps = Pick<ReturnType<typeof outcomeBadgeOf>, "sign" | "tone"> & { text: string };

export function VerdictBadge({ sign, tone, text }: VerdictBadgeProps) {
  return (
    <Badge tone={tone}>
      {sign && <span aria-hidden="true">{sign}</span>}
      <span>{text}</span>
    </Badge>
  );
}
