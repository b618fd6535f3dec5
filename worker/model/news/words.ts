/**
 * Splits a list of lowercase words. A trailing `*` matches any ending. The words below were chosen by hand,
 * and no weights are fitted to them.
 */
const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const goodQuantities = list(`
  profit* earning* sales revenue* turnover income ebit ebita ebitda eps result results margin* order orders orderbook
  backlog demand deliver* volume* share shares stock stocks cash cashflow dividend* export* production output
  traffic passenger* subscriber* customer* member* growth productivity capacity guidance outlook forecast* estimate*
  target* rating* market utili* efficien* return* yield* occupancy shipment* users bookings loans deposits
  assets equity performance index competitiveness profitability savings popularity interest confidence price
  business operations turnovers inflow* investment* intake awards staff personnel workforce
`);

export const badQuantities = list(`
  loss losses cost costs expense* debt* deficit unemployment complaint* default* write-down* writedown* impairment*
  layoff* bankruptc* churn defect* delay* emission* inflation tariff* fine fines penalt* inventor* outflow* vacanc*
  spending overhead* burn shortfall* risk risks uncertaint* competition claims recalls
`);

export const upWords = list(`
  up rose rise rises risen rising increas* grew grow grows grown growing jump* climb* soar* surg* higher gain gained
  gains improv* doubl* tripl* quadrupl* expand* strengthen* rall* rebound* recover* accelerat* boost* lift* raise
  raised raises raising advanc* widen* exceed* swell* swelled spike* skyrocket* topped tops upped ballooned
  leap* leapt edged-up outperform* upgrad* multipl* bolster* enhanc* upturn
`);

export const downWords = list(`
  down fell fall falls fallen falling decreas* declin* drop* lower lowered lowers lowering slip* plung* plummet* shrank
  shrink* shrunk narrow* weaken* contracted contracting sank sink* tumbl* halv* slid slide* slump* reduc* dwindl* erod*
  deteriorat* dip* diminish* slash* cut cuts cutting trim* shed* retreat* lessen* eased easing nosediv* downgrad* drag*
  slowed slowing slowdown crash* collaps* downturn shaved pared
`);

export const goodEvents = list(`
  win wins won winning awarded award beat beats beating upgraded breakthrough record successful* success*
  profitable profitably favourabl* favorabl* strong stronger strongest robust strongly outperform* exceed* surpass* satisf* positive
  positively optimis* delight* pleased solid healthy excellent best leading leader pioneer* innovative profitability
  synerg* partnership* chosen chose efficient benefit* better advantage* well-positioned rewarding competitive
  attractive cost-effective expansion expanding ease facilitate* outstanding bullish expertise
  modern* leverag* strengthened streamlin* energy-efficient improved promising upbeat record-high tailwind* buyback
  repurchase accretive cost-saving* boost solved progress good great
`);

export const badEvents = list(`
  layoff* lay-off* redundan* bankrupt* insolven* lawsuit* sued sue sues suing dispute* strike strikes fraud* recall*
  recalled recalls weak weaker weakest weakness* disappoint* miss missed misses missing fail* failure* difficult* downgraded
  warn warns warned warning oversuppl* shortage* uncertain* terminat* cancel* cancelled suspend* suspension* delay*
  investigat* probe probes penalt* fined halt* closure* shut shutdown* loss-making unprofitable negative negatively
  pessimis* worse worst worsen* trouble* problem* burden* crisis recession bearish sceptic* skeptic*
  fear fears worr* hurt* hit harm* struggl* threat* losing lose loses bleak challeng* headwind* shortfall*
  slowdown turmoil damage* violat* scandal bogus painful overcapacity redundancies dismiss* jobless resign* tariffs
  inquiry breach* outage* hack* subpoena* delist* default* cloud overshadow* grievance* invalid poor poorly poorest
`);

export const goodPhrases: readonly RegExp[] = [
  /\b(sign(s|ed)?|won|wins?|receiv(es|ed)|award(s|ed)|secur(es|ed)|land(s|ed)|obtain(s|ed)) .{0,60}\b(contracts?|orders?|agreements?|deals?|approval)\b/,
  /\b(ahead of|above|better than|tops?|topped|beats?|beating|exceed(s|ed)) .{0,30}\b(expect|forecast|estimate|consensus|views?\b)/,
  /\breturn(s|ed)? to (profit|growth)\b/,
  /\b(buy|outperform|overweight) rating\b/,
];

export const badPhrases: readonly RegExp[] = [
  /\b(lay|lays|laid|laying)[ -]?offs?\b/,
  /\b(personnel|employer-employee|statutory|cooperation|co-operation|codetermination) (negotiations|talks)\b/,
  /\bprofit warning\b/,
  /\b(concerns? (about|over)|concerned (about|over|that)|worries (about|over))\b/,
  /\b(swung|swing|slipped|slip|fell|turned) to (a |an )?[\w-]* ?loss\b/,
  /\b(below|short of|behind|under|worse than|miss(es|ed)?|lags?) .{0,30}\b(expect|forecast|estimate|consensus|views?\b)/,
  /\bjob (cuts|losses)\b/,
  /\b(will|to|has|have|had) clos(e|ed)\b.{0,40}\b(plant|store|stores|operations|factory|mill|unit|office)/,
  /\b(sell|underperform|underweight) rating\b/,
];

export const negators = list(`
  not no never without hardly barely neither nor cannot can't won't didn't doesn't isn't wasn't aren't weren't fails failed
`);

export function isInWordList(words: readonly string[], word: string): boolean {
  return words.some((entry) => (entry.endsWith("*") ? word.startsWith(entry.slice(0, -1)) : entry === word));
}
