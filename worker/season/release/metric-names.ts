/**
 * The name of a metric, such as "revenue" or "EPS", found between two character offsets of the text. `other`
 * covers names such as "margin", so that their figures are not read as revenue.
 */
export type MetricName = { metric: "eps" | "revenue" | "other"; at: number; end: number };

const EPS_WORDS =
  "per[- ](?:(?:fully-diluted|fully|exchanged|and|weighted|average|diluted|basic|common|ordinary|class A|limited partner|assuming dilution|[-–]) ){0,5}(?:share|unit|ADSs?|ADRs?|American depositary share)(?![a-z])|(?<=\\bcents |\\d )a share(?! (?:repurchase|buyback))|\\b(?:EPS|E\\.P\\.S\\.)(?![a-z])|\\b(?:operating|ongoing|core|adjusted) earnings (?:guidance|outlook)";
const REVENUE_WORDS =
  "(?:net )?(?:sales and (?:other )?(?:operating )?revenues?|revenues? and sales)|(?:net )?sales(?! (?:force|tax|commissions?|and marketing|leads?|mix|volumes?|per|team|price|channel|office))|revenues?(?! (?:ex[- ]|excluding|less|per|mix|passenger|recognition|run[- ]rate|cycle|synerg|excess|from(?! continuing operations)|backlog|in constant[- ]currency|on a constant[- ]currency))";
const OTHER_WORDS =
  "margins?|EBITDAX?|EBIT|cash flows?|cash from operations|capital (?:expenditures?|spending|investments?)|cap(?:ital )?ex|total capital spending|expenditures|expenses?|dividends?|distributions?|stores|restaurants|openings|tax rate|inflation|interest|depreciation|amortization|costs?|savings|charges?|comparable(?! (?:diluted )?(?:EPS|earnings per))|comps|same[- ]\\w+|segment|backlog|bookings|billings|gross profit|operating (?:income|profit|loss|earnings)|net income|net loss|net earnings|pre-?tax|income before|repurchases?|authorization|ARR|FFO|NAREIT|AFFO|funds from operations|debt|headwind|tailwind|impact|benefit|synergies|growth|shares (?:outstanding|used)|weighted average|share count|price|book value|taxes|provision|amort|restructuring|leverage|CASM|RASM|capacity|assets|loans|deposits|NOI|occupancy|users|subscribers|production|royalt(?:y|ies)|license fees|investments?|contributions?|proceeds|purchase";
const METRIC_NAMES = new RegExp(
  `(?<eps>${EPS_WORDS})|\\b(?<revenue>${REVENUE_WORDS})(?![a-z])|\\b(?<other>${OTHER_WORDS})\\b`,
  "gi",
);

/** Matches words before "per share" that name something other than earnings, such as "dividends". */
const NON_EARNINGS_WORDS =
  /\b(?:value|dividends?|distributions?|cash flows?|EBITDA|FFO|AFFO|funds from operations|price|NAV|proceeds|assets?|equity|revenues?|tax benefits?|(?<!\b(?:excluding|before)\b.{0,30})charges?|net investment income|dollar roll income|pre-provision (?:net )?(?:earnings|income|profit))(?: (?:declared|paid|available))?\)?(?:\s?\(\d{1,2}\))?\s$/i;

/**
 * Matches the text before "revenue" that means the whole company, such as "our" or "consolidated". A word in "-ed", such
 * as "reported", says what was done with the revenue, except a few that name a part of it.
 */
const WORDS_BEFORE_COMPANY_REVENUE =
  /(?:^|[.;:!?,•▪●◦○‣∙■◆►➢\uf000-\uf0ff·*|()%"”\]—–-]|\dE?|\b(?:total(?: product)?|net(?: services?)?|to|consolidated|company(?:[’']s)?|our|its|the|half|quarter(?:ly|[’']s)?|year|annual|report(?:ing|s)|(?!(?:[a-z]{1,20}-)?related|adjusted|acquired|managed|leased|owned|branded|licensed|distributed|franchised|based)[a-z][a-z-]*ed|gaap|of|in|on|for|with|that|expect(?:s|ing)?|anticipat(?:es?|ing)|forecast(?:s|ing)?|target(?:s|ing)?|project(?:s|ing)?|deliver|achieve|generat(?:e|ing)|producing|represent(?:s|ing)|believes?|sees?|guiding|modeling|and|worldwide|global|overall|corporate|firmwide|strong|solid|higher|lower|had|saw|group|guidance|outlook|highlights|results|current|(?:re-?)?(?:affirm|iterat|rais|lower|maintain|narrow|increas|updat|revis)ing|record|aggregate|expectations|prior|previous|billions?|millions?|FY\d*|Q\d|where|(?:targets|guidance|outlook)[^.;$%]{0,60},? including|percentages|change|increases?|raises?|financial|imply|implies|fiscal|low|high|end|mid-?point|range|estimates?|actual|is|are|or|includes|(?<!non-)operating|o))\s*$/i;
/** Matches words before "revenue" that mean something else, as in "cost of revenue" or "segment revenue". */
const WORDS_BEFORE_OTHER_REVENUE =
  /(?<!\bthe )\bU\.[SK]\.\s*$|\b(?:costs? of|loss(?:es)? of|percent(?:age)? of|% of|deferred|unearned|gross|cost of goods|(?<!\d |share |, |year |[mb]illion )on|from|(?:impact|effect|headwind|tailwind|benefit) to)(?: total| net| the| our| its)*\s*$|\b(?:for [^.;•]{3,40}\b(?:products?|business), (?:we|the company)|(?:customer|partner|licensee) expects?|our (?!core|overall|entire|total)[\w-]{3,20} business (?:to|will)) [^.;•]{0,30}$|\b(?:franchis\w+|licensees?|segments?|divisions?|(?<!\band its )subsidiar\w+|joint ventures?)[^.;•]{0,30}$/i;

/**
 * Matches a company or a group that reported the revenue after it, as in "Lyra Therapeutics, Inc. reported" and "the
 * Packaging group reported", so that its revenue is not read as the company's.
 */
const OTHER_COMPANY_BEFORE_REVENUE =
  /\b([A-Z][\w&-]+)(?: [A-Z][\w&-]+){0,3}(?:(?<part> group)|,? (?:Inc|Corp|LLC|Ltd|L\.P)\b\.?(?: \([^()]{1,24}\))?) (?:reported|posted|generated|delivered|recorded|had) [^.;•$]{0,40}$/;

/** How many characters at the start of a release are searched for the company's name. */
const NAME_SEARCH_CHARS = 400;
/** Matches words after "revenue" that limit it, as in "revenue for the software business" or "(non-GAAP)". */
export const PARTIAL_REVENUE_WORDS =
  /^ \(non-GAAP\)|^ to (?:[\w’'-]+ ){1,5}customers?\b|^ of (?:our|its|new) (?!company\b)|^ (?:for|from|in|of) (?:the|our|its) (?:[\w&-]+ ){1,3}(?:business|segment|division|product line|franchise)(?![a-z])|^ (?:from|in|of) (?:the )?(?:U\.?S\.?|United States|North America|Latin America|Americas|Europe|EMEA|Asia|APAC|China|Canada|Japan|Germany|UK|rest of)(?![a-z$]|\.? dollars)/i;

/** Returns the metric names in a text. `blocks` are the offsets where its paragraphs and rows start. */
export function metricNamesIn(text: string, blocks: readonly number[] = []): MetricName[] {
  const starts = new Set(blocks);
  const metricNames = [...text.matchAll(METRIC_NAMES)].map((match): MetricName => {
    const [whole] = match;
    const at = match.index;
    const metric = match.groups?.eps ? "eps" : match.groups?.revenue ? "revenue" : "other";
    const isOther =
      (metric === "revenue" && !isCompanyRevenue(text, { at, words: whole, starts })) ||
      (metric === "eps" && NON_EARNINGS_WORDS.test(text.slice(Math.max(0, at - 40), at)));
    return {
      metric: isOther ? "other" : metric,
      at,
      end: at + whole.length,
    };
  });
  // In "adjusted earnings per share (EPS)", the abbreviation is joined to the name before it.
  return metricNames.flatMap((metricName, i) => {
    const next = metricNames[i + 1];
    const before = metricNames[i - 1];
    if (before && isAbbreviationOf(text, before, metricName)) return [];
    return [
      next && isAbbreviationOf(text, metricName, next) ? { ...metricName, end: next.end + 1 } : metricName,
    ];
  });
}

function isAbbreviationOf(text: string, name: MetricName, short: MetricName): boolean {
  return name.metric === "eps" && short.metric === "eps" && /^ \(["“]?$/.test(text.slice(name.end, short.at));
}

/** Words that may name the company's revenue, at the offset `at` of a text whose blocks start at `starts`. */
type RevenueName = { at: number; words: string; starts: ReadonlySet<number> };

function isCompanyRevenue(text: string, { at, words, starts }: RevenueName): boolean {
  // In "Product(1) revenues", the footnote mark is removed, so that its parenthesis does not count as punctuation.
  const textBefore = text.slice(Math.max(0, at - 80), at);
  const before = textBefore
    .replace(/(?:\((?:\d|[a-z]{1,3})\))+\s*$/, " ")
    .replace(/\b(?:(?:net|total) ){1,3}$/i, "");
  const after = text.slice(at + words.length, at + words.length + 80);
  if (WORDS_BEFORE_OTHER_REVENUE.test(before) || PARTIAL_REVENUE_WORDS.test(after)) return false;
  const isNamedFirst = (name: string | undefined) =>
    name !== undefined && text.slice(0, Math.max(0, Math.min(NAME_SEARCH_CHARS, at - 50))).includes(name);
  const reporter = OTHER_COMPANY_BEFORE_REVENUE.exec(before);
  if (reporter && (reporter.groups?.part || !isNamedFirst(reporter[1]))) return false;
  const [, owner] = /\b([A-Z][\w&-]*)[’']s\s*$/.exec(before) ?? [];
  // "Norwell's revenue" is the whole company's revenue if the start of the release names Norwell.
  const isOwn = isNamedFirst(owner);
  return (
    (isOwn ||
      starts.has(at - textBefore.length + before.length) ||
      WORDS_BEFORE_COMPANY_REVENUE.test(before)) &&
    !(words.toLowerCase() === "sales" && /\bcomparable\b/i.test(before))
  );
}

const REMARK_AFTER_NAME =
  /^(?: (?:for|in|from) [^,;.$]{1,50})?, (?:excluding|including|before|net of|which (?:excludes|includes)) (?:[^,;.$]{1,100},|[^;:]{1,60}:)/i;

/**
 * Returns the character offset where the remark after a metric's name ends, as in "adjusted EPS, excluding
 * certain charges, of $2.48". Returns the end of the name when no remark follows it.
 */
export function endOfRemarkAfter(text: string, { end }: MetricName): number {
  return end + (REMARK_AFTER_NAME.exec(text.slice(end, end + 140))?.[0].length ?? 0);
}

/** Matches a statement that all guidance is adjusted, as in "guidance is provided on a non-GAAP basis". */
const ALL_GUIDANCE_ADJUSTED =
  /\b(?:guidance|outlook)\b[^.;•]{0,40}\b(?:is|are) (?:\w+ )?(?:provided |presented |given |stated )?(?:only )?on an? (?:adjusted|non-GAAP)\b|\b(?:guidance|outlook) excludes? (?:certain |any )?(?:non-core|special|one-time|non-recurring|unusual)\b/i;

const ADJUSTED_WORDS =
  /(?<!\bnon[- ]|\bun)adjusted(?![a-z]| (?:its|our|the|20\d\d|full)\b)|\badj\.|\bnon[-‑– ]{1,3}gaap\b|(?<!\w)core\b|\bnormali[sz]ed\b|\bpro forma\b|\bcomparable(?= (?:diluted )?(?:EPS|earnings per))|\bexcluding\b|\bex-?items\b|\boperating (?:earnings|income|EPS)\b(?![^;•]{0,160}\bnet (?:income|loss|earnings)\b)|\b(?:cash|economic|ongoing|underlying|distributable) (?:net )?(?:earnings|income|EPS)\b|\bongoing operations\b|(?<!non[- ])\brecurr(?:ing|ent) (?:net )?(?:earnings|income|EPS)\b|\bbefore (?:special|unusual|certain|one-time|non-?recurring|re(?:alignment|structuring))/gi;
const GAAP_WORDS = /(?<!non[-‑– ]{1,3})\bGAAP\b|\breported\b|\b(?:non[- ]|un)adjusted\b|\bas[- ]reported\b/gi;

/**
 * Returns the accounting basis that the words name: "adjusted" (non-GAAP), "gaap", or "plain" when they name none.
 * When they name more than one, the last one counts.
 */
export function basisIn(words: string): "adjusted" | "gaap" | "plain" {
  const adjusted = lastMatchOffset(words, ADJUSTED_WORDS);
  const gaap = lastMatchOffset(words, GAAP_WORDS);
  if (adjusted < 0 && gaap < 0) return "plain";
  return adjusted > gaap ? "adjusted" : "gaap";
}

const ADJUSTED_SENTENCE_START =
  /^\W{0,3}(?:(?:[\w’']{1,20} ){1,3}reported, on an? (?:adjusted|non-GAAP) basis|(?:On|Using) (?:an? )?(?:adjusted|non-GAAP)(?: adjusted)? basis|Using (?:the |our )?non-GAAP [^,.;$]{1,60}|Excluding [^;]{3,120}(?=, (?:(?:adjusted|diluted|net) ){0,2}(?:earnings|income|loss|EPS))),/i;

/** Returns whether the sentence at an offset starts with words such as "On a non-GAAP basis, net income was". */
export function startsWithAdjustedBasis(text: string, sentence: number): boolean {
  return ADJUSTED_SENTENCE_START.test(text.slice(sentence, sentence + 200));
}

/** Returns the accounting basis in the words after a figure, as in "on a non-GAAP basis", or null without one. */
export function basisAfter(words: string): "adjusted" | "gaap" | null {
  const match =
    /^,?\s?(?:per (?:\w+ ){0,2}share,? )?on an? (?:(non-GAAP|adjusted|operating|core|ongoing)|(?:U\.?S\.? )?GAAP|as[- ]reported) basis/i.exec(
      words,
    );
  return match && (match[1] ? "adjusted" : "gaap");
}

/**
 * Returns the accounting basis of EPS guidance, and null for revenue. `named` is the basis in the column heading
 * or in the words after the figure. When it is null, `words` or a statement about all guidance decide.
 */
export function guidanceBasis(
  text: string,
  metric: "eps" | "revenue",
  words: string,
  named: "adjusted" | "gaap" | null = null,
): "adjusted" | "gaap" | null {
  if (metric === "revenue") return null;
  const own = basisIn(words);
  const isAdjusted = own === "adjusted" || (own === "plain" && ALL_GUIDANCE_ADJUSTED.test(text));
  return named ?? (isAdjusted ? "adjusted" : "gaap");
}

function lastMatchOffset(words: string, expression: RegExp): number {
  return [...words.matchAll(expression)].at(-1)?.index ?? -1;
}
