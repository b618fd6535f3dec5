import { percent, shortDay } from "#contract/format.ts";
import { outcomeBadgeOf, tossUpNote } from "#contract/prediction.ts";
import type { AlertKind } from "#contract/rules.ts";
import type { AlertDetail } from "#platform/schema/alerts.ts";

/**
 * An alert with what its text needs. `probability` and `baseRate` are null when the reader's plan does not
 * include the report's probability or there is none; `outcome` is null unless the prediction has been settled.
 */
export type DescribedAlert = {
  kind: AlertKind;
  symbol: string;
  subject: string;
  name: string;
  detail: AlertDetail;
  probability: number | null;
  baseRate: number | null;
  outcome: { isCorrect: boolean; actualResult: "beat" | "miss"; probability: number } | null;
};

const sessionTexts = {
  pre: "before the open",
  post: "after the close",
  unknown: "at a time not known",
} as const;

export function alertTitleOf({ kind, symbol, detail, outcome }: DescribedAlert): string {
  switch (kind) {
    case "report_tomorrow":
      return `${symbol} reports tomorrow`;
    case "report_today":
      return `${symbol} reports today`;
    case "date_moved":
      return `${symbol}'s report moved to ${shortDay(detail.day)}`;
    case "probability_moved":
      return `${symbol}'s probability moved`;
    case "prediction_settled":
      return `${symbol}: ${outcomeBadgeOf(outcome, outcome?.probability ?? null).yours}`;
    case "company_ended":
      return `${detail.ended?.ticker ?? symbol} is no longer listed`;
  }
}

export function alertTextOf(alert: DescribedAlert): string {
  const { kind, name, detail, probability, baseRate, outcome } = alert;
  const when = `${shortDay(detail.day)}, ${sessionTexts[detail.session ?? "unknown"]}`;
  const numbers =
    probability === null || baseRate === null
      ? ""
      : ` P(beat) ${percent(probability)}${tossUpNote(probability)}, base rate ${percent(baseRate)}.`;
  switch (kind) {
    case "report_tomorrow":
    case "report_today":
      return `${name} is expected to report on ${when}.${numbers}`;
    case "date_moved":
      return `${name} was expected on ${shortDay(detail.fromDay ?? detail.day)}, now on ${when}.${numbers}`;
    case "probability_moved":
      return probability === null || detail.from === undefined || detail.to === undefined
        ? `The probability of ${name} moved by five points or more.`
        : `${name}: P(beat) from ${percent(detail.from)} to ${percent(detail.to)}${tossUpNote(detail.to)}, base rate ${percent(baseRate ?? 0)}. It reports on ${when}.`;
    case "prediction_settled":
      return `${name} reported${outcomeBadgeOf(outcome, null).reported}. The recap shows how the prediction and the stock did.`;
    case "company_ended":
      return `${name} left its exchange on ${shortDay(detail.day)}${boughtBy(detail)}. Open predictions of reports after that day end void.`;
  }
}

function boughtBy({ ended }: AlertDetail): string {
  if (ended?.how !== "bought") return "";
  return ended.by === null ? "; a filing names a buyer" : `; a filing names ${ended.by} as its buyer`;
}

export function alertPathOf({
  kind,
  symbol,
  subject,
}: Pick<DescribedAlert, "kind" | "symbol" | "subject">): string {
  if (kind === "company_ended") return `/stocks/${encodeURIComponent(symbol)}`;
  return kind === "prediction_settled"
    ? `/dashboard/predictions/${encodeURIComponent(subject)}`
    : `/dashboard?view=analysis&symbol=${encodeURIComponent(symbol)}`;
}

export function needsProbability({ kind }: Pick<DescribedAlert, "kind">): boolean {
  return kind === "probability_moved";
}
