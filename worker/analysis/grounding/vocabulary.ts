import type { EvidenceKind } from "#contract/evidence.ts";

/**
 * The words that a narrative may use besides those of its cited facts. The list is closed because an invented event may
 * hold no number to check. It has no word of advice, certainty, cause or quantity.
 */
const words = `
  a an the this that these those it its their they them there here which who whose what where as at by for from in into
  of on onto to toward towards with within between among across around and or but while whereas though although yet than
  then also too other another own same such so far only just still even about against after before since until
  during over through per

  is are was were be been being has have had does do did 
  stand stands stood standing lie lies lay sit sits come comes came go goes went put puts give gives gave given take takes
  took taken show shows showed shown say says said tell tells told read reads point points pointed rest rests rested
  compare compares compared leave leaves left mark marks marked mean means meant remain remains remained stay stays
  stayed expect expects expected look looks looked see sees saw seen call calls called find finds found imply implies
  implied price prices priced suggest suggests suggested describe describes described reflect reflects reflected
  range ranges ranged run runs ran spread spreads count counts counted cover covers covered use uses used
  move moves moved change changes changed turn turns turned trade trades traded 
  correct corrected corrects adjust adjusted adjusts weigh weighs set sets serve serves
  include includes included rate rates rated track tracks tracked follow follows followed note notes noted
  report reports reported reporting estimate estimates estimated

  model models probability chance likelihood odds base consensus expectation expectations surprise surprises
  analyst analysts firm firms company companies business share shares stock stocks market markets
  price target targets rating ratings revision revisions quarter quarters quarterly year years yearly day days week weeks
  month months date dates time times period periods earnings eps figure figures number numbers result results record
  records history past recent recently latest last next coming upcoming due previous earlier later current
  currently usual usually typical typically average averages median mean level levels trend trends line lines
  signal signals indicator indicators momentum volume technical picture score scores scale point points percent
  percentage options option implied straddle strike expiry move headline headlines article articles news tone
  message messages sentiment social mood index volatility breadth evidence fact facts source sources data back test
  tested interval band bands confidence difference gap distance size side sides way together alone overall
  whole part parts group groups input inputs effect effects weight bar bars term terms view views picture detail details
  case cases reason reasons question context comparison comparisons background risk risks uncertainty uncertain
  outcome outcomes event events call calls prediction predictions forecast forecasts reading readings
  lowest highest closest nearest near roughly nearly almost exactly
  either similar different separate relative relatively
  sideways out set apart itself themselves
  usd eur gbp cad cny dollar dollars euro euros pounds
`;

export const vocabulary: ReadonlySet<string> = new Set(
  words
    .trim()
    .split(/\s+/)
    .filter((word) => !word.includes("-")),
);

/** Words that say that something is not to be had; allowed only in a sentence that cites missing facts alone. */
export const absenceWords: ReadonlySet<string> = new Set(
  "not no available unavailable known missing without nothing absent lacking none".split(" "),
);

/** Words of advice: never a part of the text outside the exact phrases of a cited rating. */
export const adviceWords: ReadonlySet<string> = new Set(
  "buy sell hold short long purchase invest avoid recommend should must ought accumulate reduce".split(" "),
);

/** Words that tell of something as done: never of a report that is still to come. */
export const doneWords: ReadonlySet<string> = new Set(
  "came was were had reported gave took told read".split(" "),
);

/** Who speaks, and the kinds of facts that each can be said to say. */
export const voices: Readonly<Record<string, readonly EvidenceKind[]>> = {
  analyst: ["estimate", "eps_history", "revision", "rating", "price_target", "social"],
  analysts: ["estimate", "eps_history", "revision", "rating", "price_target", "social"],
  firm: ["rating"],
  firms: ["rating"],
  model: ["model"],
  options: ["options"],
};

/** Nouns that make another thing of the name beside them ("share price target"). */
export const compoundNouns: ReadonlySet<string> = new Set(
  "target targets rating ratings estimate estimates forecast forecasts probability surprise volume interval momentum volatility".split(
    " ",
  ),
);

/** Whole phrases that are true of every analysis, so they need no fact. Longer ones first. */
export const standingPhrases: readonly string[] = [
  "a beat does not mean that the stock rises",
  "a beat does not mean that the share rises",
  "a beat does not mean the stock rises",
  "is not a forecast of the share price",
  "on a scale from -100 to 100",
  "on a scale from 0 to 100",
  "to the cent",
  "in either direction",
  "either way",
];
