/** A headline is about a topic when one of the topic's words is in it. */
const topics: Readonly<Record<string, RegExp>> = {
  Earnings: /\b(earnings|profits?|eps|quarter(ly)?|results?)\b/i,
  Guidance: /\b(guidance|outlook|forecasts?|warns?|warning)\b/i,
  Sales: /\b(sales|revenues?|demand|orders?|shipments?|deliveries)\b/i,
  Analysts: /\b(analysts?|upgrades?|downgrades?|price targets?|rating|overweight|underweight)\b/i,
  Deals: /\b(acquir\w*|acquisition|merger|takeover|buyout|stake|deal|joint venture)\b/i,
  Products: /\b(launch\w*|unveil\w*|product|release\w*|devices?|model|iphone|vehicles?|drug)\b/i,
  "Artificial intelligence": /\b(ai|artificial intelligence|chips?|data cent(er|re)s?|machine learning)\b/i,
  Regulation:
    /\b(regulat\w*|antitrust|lawsuits?|sued?|sues|probe|investigat\w*|inquiry|fines?|ban|court|fda|sec)\b/i,
  Trade: /\b(tariffs?|trade war|exports?|imports?|china|sanctions?)\b/i,
  Investment: /\b(invest\w*|spending|capex|plants?|factory|expan\w*)\b/i,
  Jobs: /\b(layoffs?|lay off|job cuts|hiring|hires?|workforce|ceo|cfo|chief)\b/i,
  "Shareholder returns": /\b(dividends?|buybacks?|repurchases?)\b/i,
  "Share price": /\b(shares|stock|rall(y|ies)|record high|sell-?off|valuation|intrinsic value)\b/i,
};

/** The topics of some headlines, most frequent first, at most `max`. */
export function topicsOf(titles: readonly string[], max: number): string[] {
  return Object.entries(topics)
    .map(([topic, pattern]) => ({ topic, n: titles.filter((title) => pattern.test(title)).length }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n)
    .slice(0, max)
    .map(({ topic }) => topic);
}
