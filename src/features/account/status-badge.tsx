import { Badge, type Tone } from "#ui/badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  active: "positive",
  cancelled: "danger",
  past_due: "warn",
};

/** With the spec's spelling of `cancelled`. */
export function StatusBadge({ status }: { status: string | null }) {
  const label = status === "canceled" ? "cancelled" : (status ?? "No Subscription");
  return <Badge tone={tones[label] ?? "neutral"}>{label}</Badge>;
}
