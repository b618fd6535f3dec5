import type { GrowthGuidance, Guidance, ReleaseItems, ReportedFigure } from "#contract/company-release.ts";
import type { Label } from "./labels.ts";

const guided = ["eps_gaap", "eps_adjusted", "revenue"];
const reportedMetrics = ["reported_eps_gaap", "reported_eps_adjusted", "reported_revenue"];

export class Score {
  readonly notes: string[] = [];
  private readonly guidance = {
    items: 0,
    right: 0,
    labels: 0,
    placed: 0,
    actions: 0,
    rightActions: 0,
    releasesWithout: 0,
    falseItemsWithout: 0,
  };
  private readonly reported = { labels: 0, answered: 0, exact: 0, unlabeled: 0 };
  private unquoted = 0;

  /** `text` is the file's canonical text. */
  add(file: string, text: string, items: ReleaseItems, labels: readonly Label[]): void {
    this.unquoted += unquoted(items, text);
    if (labels.some(({ metric }) => metric === "none")) {
      this.guidance.releasesWithout++;
      this.guidance.falseItemsWithout += items.guidance.length + items.growth.length;
    }
    const of = (metrics: readonly string[]) => labels.filter(({ metric }) => metrics.includes(metric));
    this.judgeGuidance(file, [...items.guidance, ...items.growth], of(guided));
    this.judgeReported(file, items.reported, of(reportedMetrics));
  }

  result() {
    const { labels, items, right, placed, actions, rightActions, ...without } = this.guidance;
    const { reported, unquoted } = this;
    return {
      guidance: {
        labels,
        items,
        precision: share(right, items),
        recall: share(right, labels),
        // Requires the metric and the kind of period too.
        exactRange: share(right, placed),
        actions,
        actionAccuracy: share(rightActions, actions),
        ...without,
      },
      reported: {
        ...reported,
        exactOfAnswered: share(reported.exact, reported.answered),
        answeredShare: share(reported.answered, reported.labels),
      },
      unquoted,
    };
  }

  private judgeGuidance(file: string, items: readonly Guided[], own: readonly Label[]): void {
    const rest = [...own];
    for (const item of items) {
      this.guidance.items++;
      const metric = nameOf(item);
      if (own.some((label) => label.metric === metric && label.periodKind === item.periodKind))
        this.guidance.placed++;
      const i = rest.findIndex((label) => isSame(item, metric, label));
      const [label] = i < 0 ? [] : rest.splice(i, 1);
      if (!label) {
        this.notes.push(
          `${file} FALSE ${metric} ${item.periodKind} ${item.low}..${item.high} | ${item.quote}`,
        );
        continue;
      }
      this.guidance.right++;
      if (label.action === null) continue;
      this.guidance.actions++;
      if (item.action === label.action) this.guidance.rightActions++;
      else this.notes.push(`${file} ACTION ${metric} ${item.action} not ${label.action} | ${item.quote}`);
    }
    this.guidance.labels += own.length;
    for (const label of rest)
      this.notes.push(
        `${file} MISSED ${label.metric} ${label.periodKind} ${label.low}..${label.high} | ${label.quote.slice(0, 160)}`,
      );
  }

  private judgeReported(file: string, figures: readonly ReportedFigure[], own: readonly Label[]): void {
    for (const label of own) {
      this.reported.labels++;
      const figure = figures.find((one) => `reported_${nameOf(one)}` === label.metric);
      if (!figure) {
        this.notes.push(`${file} UNANSWERED ${label.metric} ${label.low} | ${label.quote.slice(0, 160)}`);
        continue;
      }
      this.reported.answered++;
      // $836,712 thousand states $836.7 million, so figures are compared to the label's last digit.
      const inUnit = figure.value / (label.factor ?? 1);
      const half = label.metric === "reported_revenue" ? 0.5 * 10 ** -label.decimals : 0;
      if (Math.abs(inUnit - (label.low ?? Number.NaN)) <= half + 1e-9) this.reported.exact++;
      else
        this.notes.push(`${file} WRONG ${label.metric} ${figure.value} not ${label.low} | ${figure.quote}`);
    }
    const names = new Set(own.map(({ metric }) => metric));
    this.reported.unlabeled += figures.filter((one) => !names.has(`reported_${nameOf(one)}`)).length;
  }
}

type Guided = Guidance | GrowthGuidance;

function nameOf({ metric, basis }: Pick<ReportedFigure, "metric" | "basis">): string {
  return metric === "revenue" ? "revenue" : `eps_${basis}`;
}

/** Compares the metric, the kind of period and both ends. Growth is labeled in percent, without a factor. */
function isSame(item: Guided, metric: string, label: Label): boolean {
  if (metric !== label.metric || item.periodKind !== label.periodKind) return false;
  if ("base" in item !== (label.factor === null)) return false;
  const equal = (value: number | null, written: number | null) =>
    value === null || written === null ? value === written : isEqual(value, written * (label.factor ?? 1));
  return equal(item.low, label.low) && equal(item.high, label.high);
}

/** Counts quotes that are not at their offset. */
function unquoted({ guidance, growth, reported, outlook }: ReleaseItems, text: string): number {
  return [...guidance, ...growth, ...reported, ...outlook].filter(
    ({ quote, offset }) => !text.startsWith(quote, offset),
  ).length;
}

function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1e4) / 1e4;
}
