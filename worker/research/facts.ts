import type { EvidenceBook, Origin } from "#analysis/evidence.ts";
import { originOf } from "#analysis/evidence.ts";
import { isBeat } from "#analysis/model/history.ts";
import type { Forecast } from "#analysis/model/predict.ts";
import { round } from "#analysis/numbers.ts";
import type { EarningsData } from "#contract/analysis.ts";
import type { EvidenceKind } from "#contract/evidence.ts";
import type { NewsAnalysis } from "#contract/news.ts";
import type { SocialSentiment } from "#contract/social.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";
import type { Part, QuarterEstimate, ReportedQuarter } from "#market/port.ts";
import type { Brief } from "#narrate/port.ts";
import type { Gathered } from "./gather.ts";

export type FactsByRole = Brief["facts"];

/** Quarters of history told one by one; older ones count in the shares. */
const TOLD_QUARTERS = 8;
const TOLD_ARTICLES = 10;

/** Notes what the model said. */
export function noteForecast(book: EvidenceBook, roles: FactsByRole, forecast: Forecast, now: Date): void {
  const origin: Origin = { source: "Beatcast model", url: null, asOf: now.toISOString(), state: "live" };
  const percent = (share: number) => round(100 * share, 1);
  const add = (label: string, value: number | string, unit: string | null, note: string | null = null) =>
    book.add({ kind: "model", label, value, unit, note }, origin);
  roles.probability = add(
    "Probability of a beat",
    percent(forecast.beatProbability),
    "%",
    `model ${forecast.modelVersion}`,
  );
  roles.baseRate = add(
    "Base rate of beats",
    percent(forecast.baseRate),
    "%",
    "share of all reports that beat",
  );
  roles.edge = add("Edge over the base rate", round(100 * forecast.edge, 1), "points");
  roles.confidence = add("Confidence", forecast.confidence, null);
  const { band } = forecast;
  if (!band) return;
  const interval = `95% interval ${Math.round(100 * band.low)} to ${Math.round(100 * band.high)}`;
  const range = `between ${Math.round(100 * band.from)}% and ${Math.round(100 * band.to)}%`;
  const text = `of ${band.n} past calls ${range}, ${Math.round(100 * band.hitRate)}% beat, ${interval}`;
  roles.band = add(
    "Record of calls in the same band",
    text,
    null,
    "walk-forward back-test of the fitting data",
  );
}

/** Notes estimate, report date and history. */
export function noteEarnings(
  book: EvidenceBook,
  roles: FactsByRole,
  { company }: Gathered,
  estimate: Extract<Part<QuarterEstimate>, { data: unknown }>,
  earnings: EarningsData,
): void {
  const origin = originOf(estimate);
  const unit = earnings.currency;
  const quarter = earnings.fiscalQuarterEnd ? `, quarter to ${earnings.fiscalQuarterEnd}` : "";
  const add = (kind: EvidenceKind, label: string, value: number | null, of: string | null = unit) =>
    value === null ? undefined : book.add({ kind, label: label + quarter, value, unit: of }, origin);
  const note = (role: keyof FactsByRole, id: string | undefined) => {
    if (id) roles[role] = id;
  };
  note("consensus", add("estimate", "Consensus EPS", earnings.analystConsensus));
  note("analysts", add("estimate", "Analysts in the consensus", earnings.analystCount, "analysts"));
  add("estimate", "Lowest estimate", earnings.estimateLow);
  add("estimate", "Highest estimate", earnings.estimateHigh);
  note("yearAgoEps", add("estimate", "EPS a year ago", earnings.yearAgoEps));
  const computed: Origin = { ...origin, source: "Beatcast" };
  roles.expectedEps = book.add(
    {
      kind: "estimate",
      label: "Expected EPS",
      value: earnings.expectedEps,
      unit,
      note: earnings.expectedEpsMethod,
    },
    computed,
  );
  if (company.reportDate.state === "missing")
    book.addMissing("earnings_date", "Report date", company.reportDate);
  else {
    const { from, to, isEstimate } = company.reportDate.data;
    const value = to ? `${from} to ${to}` : from;
    const about = earnings.isStale
      ? "this date has passed; the next one is not known"
      : isEstimate
        ? "estimated"
        : "confirmed";
    const id = book.add(
      { kind: "earnings_date", label: "Report date", value, note: about },
      originOf(company.reportDate),
    );
    if (!earnings.isStale) roles.reportDate = id;
  }
  if (company.history.state === "missing")
    book.addMissing("eps_history", "Reported quarters", company.history);
  else noteHistory(book, roles, company.history.data, originOf(company.history), unit);
}

function noteHistory(
  book: EvidenceBook,
  roles: FactsByRole,
  history: readonly ReportedQuarter[],
  origin: Origin,
  unit: string | null,
): void {
  for (const quarter of history.slice(-TOLD_QUARTERS).reverse()) {
    const label = `quarter to ${quarter.fiscalQuarterEnd}`;
    book.add({ kind: "eps_history", label: `Reported EPS, ${label}`, value: quarter.actual, unit }, origin);
    if (quarter.estimate !== null)
      book.add(
        { kind: "eps_history", label: `Consensus EPS, ${label}`, value: quarter.estimate, unit },
        origin,
      );
  }
  const known = history.filter((quarter) => quarter.estimate !== null);
  const beats = known.filter((quarter) => isBeat(quarter.actual, quarter.estimate ?? Number.NaN)).length;
  const last = known.at(-1);
  if (!last?.estimate) return;
  const computed: Origin = { ...origin, source: "Beatcast" };
  const text = `${beats} of the last ${known.length} reports beat the consensus`;
  roles.beats = book.add({ kind: "eps_history", label: "Record of the company", value: text }, computed);
  const percent = round((100 * (last.actual - last.estimate)) / Math.abs(last.estimate), 1);
  roles.lastSurprise = book.add(
    { kind: "eps_history", label: "Last surprise", value: percent, unit: "%" },
    computed,
  );
}

/** Notes estimate revisions, ratings and targets. */
export function noteAnalysts(
  book: EvidenceBook,
  roles: FactsByRole,
  { company }: Gathered,
  unit: string | null,
): void {
  const { revisions, ratings, priceTargets } = company;
  if (revisions.state === "missing") book.addMissing("revision", "Revisions of the consensus", revisions);
  else {
    const origin = originOf(revisions);
    const { data } = revisions;
    for (const [days, value] of [
      [7, data.daysAgo7],
      [30, data.daysAgo30],
      [60, data.daysAgo60],
      [90, data.daysAgo90],
    ] as const)
      if (value !== null)
        book.add({ kind: "revision", label: `Consensus EPS ${days} days ago`, value, unit }, origin);
    if (data.current !== null && data.daysAgo30)
      roles.revision30 = book.add(
        {
          kind: "revision",
          label: "Change of the consensus in 30 days",
          value: round((100 * (data.current - data.daysAgo30)) / Math.abs(data.daysAgo30), 1),
          unit: "%",
        },
        { ...origin, source: "Beatcast" },
      );
  }
  if (ratings.state === "missing") book.addMissing("rating", "Analyst ratings", ratings);
  else
    for (const [name, value] of Object.entries({
      "strong buy": ratings.data.strongBuy,
      buy: ratings.data.buy,
      hold: ratings.data.hold,
      sell: ratings.data.sell,
      "strong sell": ratings.data.strongSell,
    }))
      book.add(
        { kind: "rating", label: `Analysts who say ${name}`, value, unit: "analysts" },
        originOf(ratings),
      );
  if (priceTargets.state === "missing") book.addMissing("price_target", "Price targets", priceTargets);
  else {
    const { mean, low, high } = priceTargets.data;
    const listing = company.identity.currency;
    const add = (label: string, value: number) =>
      book.add({ kind: "price_target", label, value, unit: listing }, originOf(priceTargets));
    roles.targets = add("Mean price target", mean);
    add("Lowest price target", low);
    add("Highest price target", high);
  }
}

/** Notes prices, indicators and options. */
export function noteMarket(
  book: EvidenceBook,
  roles: FactsByRole,
  gathered: Gathered,
  technicals: TechnicalIndicators | null,
  move: ImpliedMove | null,
): void {
  const { prices, options, company } = gathered;
  const unit = company.identity.currency;
  if (prices.state === "missing" || !technicals) {
    if (prices.state === "missing") book.addMissing("price", "Daily prices", prices);
  } else {
    const origin = originOf(prices);
    book.add(
      { kind: "price", label: `Close of ${technicals.lastDate}`, value: technicals.lastClose, unit },
      origin,
    );
    const computed: Origin = { ...origin, source: "Beatcast" };
    const add = (label: string, value: number | null | undefined, of: string | null = null) =>
      value == null ? undefined : book.add({ kind: "technical", label, value, unit: of }, computed);
    const rsi = add("RSI (14 days)", technicals.rsi && round(technicals.rsi.rsi, 1));
    if (rsi) roles.rsi = rsi;
    add("MACD (12, 26, 9)", technicals.macd?.macd);
    add("MACD signal", technicals.macd?.signal);
    add("20-day average", technicals.moving_averages?.sma20, unit);
    add("50-day average", technicals.moving_averages?.sma50, unit);
    add("200-day average", technicals.moving_averages?.sma200, unit);
    add("Support", technicals.support_resistance?.support, unit);
    add("Resistance", technicals.support_resistance?.resistance, unit);
  }
  if (options.state === "missing") book.addMissing("options", "Option prices after the report", options);
  else if (move?.impliedMovePercent != null) {
    const label = `Implied move until ${options.data.expiry}`;
    const fact = {
      kind: "options" as const,
      label,
      value: move.impliedMovePercent,
      unit: "%",
      note: "at-the-money straddle over the share price",
    };
    roles.impliedMove = book.add(fact, { ...originOf(options), source: "Beatcast" });
  }
  if (move?.beatsThatRose && prices.state !== "missing") {
    const { rose, beats } = move.beatsThatRose;
    const value = `after ${rose} of the company's ${beats} beats the share rose`;
    roles.beatsThatRose = book.add(
      { kind: "options", label: "Beats after which the share rose", value },
      { ...originOf(prices), source: "Beatcast" },
    );
  }
}

/** Notes headlines and the market's mood. */
export function noteTalk(
  book: EvidenceBook,
  roles: FactsByRole,
  { news, mood }: Gathered,
  analysis: NewsAnalysis | null,
  social: SocialSentiment | null,
): void {
  if (news.state === "missing") book.addMissing("news", "News", news);
  else if (analysis) {
    const origin = originOf(news);
    for (const article of analysis.articles.slice(0, TOLD_ARTICLES))
      book.add(
        {
          kind: "news",
          label: article.title.slice(0, 200),
          value: article.score,
          unit: "points",
          note: `${article.source.name}, ${article.publishedAt}`,
        },
        { ...origin, url: article.url },
      );
    roles.newsTone = book.add(
      {
        kind: "news",
        label: "Tone of the headlines",
        value: analysis.summary.replace(/^[^:]*: /, "").replace(/\.$/, ""),
        note: analysis.method,
      },
      { ...origin, source: "Beatcast" },
    );
  }
  const index = social?.fear_greed_index;
  if (mood.state === "missing") book.addMissing("market", "Fear and greed", mood);
  else if (index)
    book.add(
      {
        kind: "market",
        label: "Fear and greed index",
        value: index.value,
        unit: "points",
        note: index.formula.slice(0, 300),
      },
      { ...originOf(mood), source: "Beatcast" },
    );
}
