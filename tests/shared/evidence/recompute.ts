import type { Analysis } from "#contract/analysis.ts";
import type { SurpriseBand } from "#contract/rules.ts";
import { easternDay } from "#contract/time.ts";
import type { Fact } from "#explanation/evidence.ts";
import { dateStandingOf, sessionName } from "#explanation/facts/company.ts";
import { medianSurprise, streaksOf } from "#explanation/facts/history.ts";
import { ablationOf, contributionsOf } from "#model/contributions.ts";
import { expectedEpsOf, isForeign, pastQuartersOf, resultOf } from "#model/earnings.ts";
import { NO_CONTEXT, servingFamily } from "#model/history.ts";
import { FITTED_WIDTH } from "#model/interval-width.ts";
import { newsScore, toneCounts } from "#model/news/news.ts";
import { toneScore } from "#model/news/tone.ts";
import {
  atTheMoney,
  averageMove,
  beatsThatRose,
  impliedMoveOf,
  pastMoves,
  premiumOf,
} from "#model/options/implied-move.ts";
import { strategiesFor } from "#model/options/strategies.ts";
import { type ForecastRequest, forecast } from "#model/predict.ts";
import { pastReactionsOf } from "#model/reactions.ts";
import { classOf, classTraitsOf, NO_REPORTS } from "#model/reference-class.ts";
import type { Ablation } from "#model/score.ts";
import { changeText, ratingConsensus, ratingCount } from "#model/social/ratings.ts";
import { recentCount, socialScore } from "#model/social/social.ts";
import { percentChange, round } from "#model/statistics.ts";
import { expectedEpsFrom } from "#model/surprise-distribution.ts";
import {
  macdSeries,
  rsiSeries,
  smaSeries,
  supportAndResistance,
  technicalsOf,
  volumeTrend,
} from "#model/technical/technicals.ts";
import { at, figure } from "../market/recordings.ts";
import { now, type RecordedCompany } from "./recorded-company.ts";

type Recompute = (key: string, company: RecordedCompany, analysis: Pick<Analysis, "newsAnalysis">) => unknown;

const closesOf = ({ bars }: RecordedCompany) => bars.map((bar) => bar.close);
const ofTrend = ({ trend }: RecordedCompany, ...path: string[]) => figure(at(trend, ...path)) ?? Number.NaN;
const known = ({ history }: RecordedCompany) =>
  history.flatMap(({ estimate, ...rest }) => (estimate === null ? [] : [{ ...rest, estimate }]));

/** Computes the recorded figures again, by the function name in a row's `computedBy`. */
export const recompute: Record<string, Recompute> = {
  percentChange(key, company) {
    const [what, detail = ""] = key.split(" ");
    if (what === "growth")
      return percentChange(ofTrend(company, "earningsEstimate", "yearAgoEps"), company.consensus);
    if (what === "revision")
      return percentChange(
        ofTrend(company, "epsTrend", `${detail}daysAgo`),
        ofTrend(company, "epsTrend", "current"),
      );
    if (what === "targetGap") return percentChange(company.price ?? 0, targetOf(company, "targetMeanPrice"));
    const quarter =
      what === "lastSurprise"
        ? known(company).at(-1)
        : known(company).find(({ fiscalQuarterEnd }) => fiscalQuarterEnd === detail);
    return quarter && percentChange(quarter.estimate, quarter.actual);
  },
  expectedEpsOf: (_, company) => expectedEpsOf(company.consensus, forecastOf(company).surprise).eps,
  resultOf: (key, company) => {
    const counted = known(company).slice(-8);
    if (key === "countedReports") return counted.length;
    return counted.filter((quarter) => `${resultOf(quarter)}Count` === key).length;
  },
  dateStandingOf: (_, { summary }) => {
    const earnings = at(summary, "calendarEvents", "earnings");
    const last = figure(at(earnings, "earningsDate", 1)) ?? figure(at(earnings, "earningsDate", 0)) ?? 0;
    return dateStandingOf(at(earnings, "isEarningsDateEstimate") === true, last * 1000 < now.getTime());
  },
  // Every recorded report with one confirmed moment comes before or after noon in New York.
  sessionName: (_, { summary }) => {
    const seconds = figure(at(summary, "calendarEvents", "earnings", "earningsDate", 0)) ?? 0;
    const hour = new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      hour: "numeric",
      hourCycle: "h23",
    }).format(seconds * 1000);
    return sessionName(Number(hour) < 12 ? "pre" : "post");
  },
  streaksOf: (key, company) => streaksOf(known(company).reverse())[key === "beatStreak" ? 0 : 1],
  medianSurprise: (_, company) => medianSurprise(known(company).slice(-8)),
  expectedEpsFrom: (key, company) => {
    const { surprise } = forecastOf(company);
    return surprise && expectedEpsFrom(surprise, company.consensus)[key === "expectedLow" ? "low" : "high"];
  },
  edgeVerdictOf: (_, company) =>
    ({ edge_up: "above", edge_down: "below", no_edge: "no edge" })[forecastOf(company).edgeVerdict],
  contributionsOf: (key, company) => {
    const { start, groups } = contributionsOf(requestOf(company));
    const share =
      key === "startProbability" ? start : groups[key.replace("points ", "") as keyof typeof groups];
    return share === null ? null : round(100 * share, 1);
  },
  reactionAfter: (key, company) => {
    const row = reactionsOf(company).rows.find(({ band }) => bandOfKey[key]?.[0] === band);
    return row && (bandOfKey[key]?.[1] === "n" ? row.n : round(100 * row.shareRose, 1));
  },
  pastReactionsOf: (key, company) => {
    const { typicalMove, beyondImplied } = reactionsOf(company);
    if (key === "typicalMove") return typicalMove?.percent;
    if (key === "moveBand") return typicalMove?.bandPercent;
    return beyondImplied?.[key === "movesMeasured" ? "n" : "larger"];
  },
  forecast: (key, company) => forecastFacts(company)[key],
  classOf: (key, company) => forecastFacts(company)[key],
  featureTierOf: (key, company) => forecastFacts(company)[key],
  ablate: (key, company) => {
    const effect = ablationOf(requestOf(company))[key.replace("effect ", "") as keyof Ablation];
    return effect && round(effect.share, 1);
  },
  ratingCount: (_, { ratings }) => ratings && ratingCount(ratings),
  ratingConsensus: (_, { ratings }) => ratings && ratingConsensus(ratings),
  changeText: (key, { changes }) => {
    const found = changes.find(({ date, firm }) => key === `change ${easternDay(date)} ${firm}`);
    return found && changeText(found);
  },
  rsiSeries: (_, company) => rsiSeries(closesOf(company)).at(-1),
  macdSeries: (key, company) => macdSeries(closesOf(company)).at(-1)?.[key === "macd" ? "macd" : "signal"],
  smaSeries: (key, company) => smaSeries(closesOf(company), Number(key.slice(3))).at(-1),
  averagesTrend: (_, { bars }) => technicalsOf(bars, null)?.moving_averages?.trend,
  technicalScore: (_, { bars }) => technicalsOf(bars, null)?.overall_technical_score,
  supportAndResistance: (key, { bars }) =>
    supportAndResistance(bars)?.[key === "support" ? "support" : "resistance"],
  volumeTrend: (key, { bars }) => volumeTrend(bars)?.[key === "volumeTrend" ? "trend" : "average_volume"],
  atTheMoney: (_, { chain }) => {
    const straddle = chain && atTheMoney(chain);
    return straddle && straddle.call + straddle.put;
  },
  pastMoves: (key, { history, bars }) =>
    pastMoves(history, bars).find(({ reportDate }) => key === `move ${reportDate}`)?.movePercent,
  averageMove: (_, { history, bars }) => averageMove(pastMoves(history, bars)),
  beatsThatRose: (key, { history, bars }) => {
    const record = beatsThatRose(pastMoves(history, bars));
    if (key !== "beatsThatRose") return record?.[key === "beatsRose" ? "rose" : "beats"];
    return (
      record &&
      `after ${record.rose} of ${record.beats} ${record.beats === 1 ? "beat" : "beats"} the share rose`
    );
  },
  premiumOf: (key, { chain }) => {
    const [, strike, right] = key.split(" ");
    const quote = chain?.[right === "call" ? "calls" : "puts"].find((row) => row.strike === Number(strike));
    return quote && premiumOf(quote);
  },
  bullCallSpread: strategyPart,
  bearPutSpread: strategyPart,
  ironCondor: strategyPart,
  newsScore: (_, __, { newsAnalysis }) =>
    newsScore(newsAnalysis?.articles.map(({ title }) => toneScore(title)) ?? []),
  toneCounts: (key, _, { newsAnalysis }) =>
    toneCounts(newsAnalysis?.articles ?? [])[
      key === "articleCount"
        ? "total_articles"
        : (`${key.replace("Articles", "")}_articles` as "positive_articles")
    ],
  socialScore: (_, company) => socialScore(socialInput(company), now),
  recentCount: (key, { changes }) => {
    const actions = { ratingsRaised: "up", ratingsCut: "down" };
    const action = actions[key as keyof typeof actions];
    const meant = changes.slice(0, 20).filter((change) => action === undefined || change.action === action);
    return recentCount(
      meant.map(({ date }) => date),
      now,
    );
  },
};

function targetOf({ summary }: RecordedCompany, name: string): number {
  return figure(at(summary, "financialData", name)) ?? Number.NaN;
}

const bandOfKey: Record<string, [SurpriseBand, "n" | "rose"]> = {
  largeBeatReports: ["beatBy5OrMore", "n"],
  roseAfterLargeBeat: ["beatBy5OrMore", "rose"],
  beatReports: ["beat", "n"],
  roseAfterBeat: ["beat", "rose"],
  missReports: ["miss", "n"],
  roseAfterMiss: ["miss", "rose"],
};

function reactionsOf(company: RecordedCompany) {
  const { history, bars, chain } = company;
  const { sector } = classTraitsOf({
    marketCap: null,
    analystCount: null,
    consensusEps: company.consensus,
    sector: String(at(company.summary, "assetProfile", "sector")),
  });
  return pastReactionsOf({
    size: null,
    sector,
    moves: { counts: null, own: [] },
    surprise: forecastOf(company).surprise,
    history,
    move: impliedMoveOf(chain, null, history, bars),
  });
}

const forecastOf = (company: RecordedCompany) => forecast(requestOf(company));

function requestOf(company: RecordedCompany): ForecastRequest {
  const reportSeconds = figure(at(company.summary, "calendarEvents", "earnings", "earningsDate", 0));
  const lastSeconds =
    figure(at(company.summary, "calendarEvents", "earnings", "earningsDate", 1)) ?? reportSeconds;
  const isAhead = lastSeconds !== null && lastSeconds * 1000 >= now.getTime();
  const today = now.toISOString().slice(0, 10);
  const country = at(company.summary, "assetProfile", "country");
  const reportDate =
    isAhead && reportSeconds ? new Date(reportSeconds * 1000).toISOString().slice(0, 10) : null;
  const sector = String(at(company.summary, "assetProfile", "sector"));
  const marketCap = figure(at(company.summary, "price", "marketCap"));
  const traits = classTraitsOf({ marketCap, analystCount: null, consensusEps: company.consensus, sector });
  return {
    past: pastQuartersOf(company.history, {
      fiscalQuarterEnd: String(at(company.trend, "endDate")),
      reportDate,
    }),
    upcoming: {
      reportDate: reportDate ?? today,
      isDayKnown: reportDate !== null,
      epsEstimate: company.consensus,
    },
    isHistoryMissing: false,
    trend: 0,
    isForeign: isForeign(typeof country === "string" ? country : null),
    sector,
    family: servingFamily(marketCap),
    context: NO_CONTEXT,
    referenceClass: classOf(NO_REPORTS, traits),
    width: FITTED_WIDTH,
    asOf: today,
  };
}

function forecastFacts(company: RecordedCompany): Record<string, Fact["value"]> {
  const told = forecastOf(company);
  const { band, beatProbability } = told;
  const percent = (share: number | undefined) => (share === undefined ? null : round(100 * share, 1));
  return {
    prediction: beatProbability >= 0.5 ? "beat" : "miss",
    probability: percent(beatProbability),
    missProbability: percent(1 - beatProbability),
    baseRate: percent(told.baseRate),
    classCount: told.referenceClass.n,
    classLow: percent(told.referenceClass.low),
    classHigh: percent(told.referenceClass.high),
    classSize: told.referenceClass.traits.size,
    classEarnings: told.referenceClass.traits.isProfitable ? "profitable" : "loss-making",
    classSector: told.referenceClass.traits.sector,
    featureTier: "at most four past quarters, without the market around them",
    edge: percent(told.edge),
    confidence: told.confidence.replace("_", " "),
    bandCount: band?.n ?? null,
    bandFrom: percent(band?.from),
    bandTo: percent(band?.to),
    bandHitRate: percent(band?.hitRate),
    bandLow: percent(band?.low),
    bandHigh: percent(band?.high),
  };
}

function strategyPart(key: string, { chain }: RecordedCompany): number | null | undefined {
  const examples = Object.values(strategiesFor(chain, null));
  const example = examples.find(({ strategy }) => key.startsWith(strategy.toLowerCase()));
  if (key.endsWith("maximum gain")) return example?.maxGain;
  if (key.endsWith("maximum loss")) return example?.maxLoss;
  return example?.breakevens[key.endsWith("2") ? 1 : 0];
}

function socialInput(company: RecordedCompany) {
  const revision = (name: string) => figure(at(company.trend, "epsRevisions", name));
  return {
    ratings: company.ratings ?? null,
    priceTargets: null,
    ratingChanges: company.changes.slice(0, 20),
    revisions: {
      current: null,
      daysAgo7: null,
      daysAgo30: null,
      daysAgo60: null,
      daysAgo90: null,
      upLast7: null,
      upLast30: revision("upLast30days"),
      downLast7: null,
      downLast30: revision("downLast30days"),
    },
    messages: null,
    news: null,
    mood: null,
  };
}
