import { isTossUp } from "#contract/rules.ts";
import { capital, companyNameText, percent, simpleOddsOf } from "../figures.ts";
import { statement } from "../statement.ts";

const slots = {
  name: "name",
  probability: "probability",
  baseRate: "baseRate",
  verdict: "edgeVerdict",
} as const;

/** A beat is very likely from this probability on, in percent. */
const VERY_LIKELY = 85;

/**
 * Returns words like ", about 4 in 5", or an empty string when the probability is so close to 0% or 100% that
 * simple odds would suggest certainty.
 */
const inWords = (probability: number) => {
  const simpleOdds = simpleOddsOf(probability);
  return simpleOdds ? `, about ${simpleOdds[0]} in ${simpleOdds[1]}` : "";
};

/**
 * Says how often comparable companies beat, as simple odds. It uses percent when the odds would be the same
 * as those of the company or would suggest certainty.
 */
const othersBeat = (baseRate: number, probability: number) => {
  const [own, theirs] = [simpleOddsOf(probability), simpleOddsOf(baseRate)];
  return theirs === null || theirs === own
    ? `${percent(baseRate)} of the time`
    : `in about ${theirs[0]} of ${theirs[1]} reports`;
};

const isOpen = (probability: number) => isTossUp(probability / 100);

/**
 * The theses. At least one is true of every forecast; `history-unknown` comes first, because another one may
 * be true beside it.
 */
export const theses = [
  statement({
    name: "history-unknown",
    group: "thesis",
    slots: { name: "name", baseRate: "baseRate", history: { absent: "history" }, verdict: "edgeVerdict" },
    side: "context",
    holds: ({ verdict }) => verdict === "no edge",
    wordings: [
      ({ name, baseRate }) =>
        `Without the past reports of ${companyNameText(name)} we can only go by comparable companies, which beat in ${percent(baseRate)} of theirs.`,
      ({ name, baseRate }) =>
        `What ${companyNameText(name)} reported before is not available to us, so ${percent(baseRate)} is the rate of comparable companies and no more.`,
    ],
  }),
  statement({
    name: "beat-very-likely",
    group: "thesis",
    slots,
    side: "for",
    holds: ({ probability, verdict }) => verdict === "above" && probability >= VERY_LIKELY,
    wordings: [
      ({ name, probability, baseRate }) =>
        `We put the chance that ${companyNameText(name)} beats the consensus at ${percent(probability)}${inWords(probability)}; comparable companies beat ${othersBeat(baseRate, probability)}.`,
      ({ name, probability, baseRate }) =>
        `A beat by ${companyNameText(name)} is very likely: ${percent(probability)}, where comparable companies beat ${percent(baseRate)} of the time.`,
    ],
  }),
  statement({
    name: "beat-likelier-than-usual",
    group: "thesis",
    slots,
    side: "for",
    holds: ({ probability, verdict }) =>
      verdict === "above" && probability < VERY_LIKELY && probability >= 50 && !isOpen(probability),
    wordings: [
      ({ name, probability, baseRate }) =>
        `${capital(companyNameText(name))} is likelier to beat than comparable companies: its chance is ${percent(probability)}${inWords(probability)}, and they beat ${othersBeat(baseRate, probability)}.`,
      ({ name, probability, baseRate }) =>
        `We put the chance of a beat by ${companyNameText(name)} at ${percent(probability)}, above the ${percent(baseRate)} of comparable companies.`,
    ],
  }),
  statement({
    name: "beat-less-likely-than-usual",
    group: "thesis",
    slots,
    side: "against",
    holds: ({ probability, verdict }) => verdict === "below" && probability >= 50 && !isOpen(probability),
    wordings: [
      ({ name, probability, baseRate }) =>
        `${capital(companyNameText(name))} will more likely beat than not, at ${percent(probability)}, but comparable companies do so more often, ${othersBeat(baseRate, probability)}.`,
      ({ name, probability, baseRate }) =>
        `A beat by ${companyNameText(name)} is likely, at ${percent(probability)}, yet less so than for comparable companies, at ${percent(baseRate)}.`,
    ],
  }),
  statement({
    name: "beat-as-likely-as-usual",
    group: "thesis",
    slots,
    side: "context",
    holds: ({ probability, verdict }) => verdict === "no edge" && probability >= 50 && !isOpen(probability),
    wordings: [
      ({ name, probability, baseRate }) =>
        `We see no edge: ${companyNameText(name)} is about as likely to beat, at ${percent(probability)}, as comparable companies, at ${percent(baseRate)}.`,
      ({ name, probability, baseRate }) =>
        `At ${percent(probability)}, a beat by ${companyNameText(name)} is about as likely as for comparable companies, which beat in ${percent(baseRate)} of their reports.`,
    ],
  }),
  statement({
    name: "outcome-open",
    group: "thesis",
    slots,
    side: ({ verdict }) => (verdict === "above" ? "for" : verdict === "below" ? "against" : "context"),
    holds: ({ probability }) => isOpen(probability),
    wordings: [
      ({ name, probability, baseRate }) =>
        `Whether ${companyNameText(name)} beats is a toss-up: we say ${percent(probability)}, and comparable companies beat in ${percent(baseRate)} of their reports.`,
      ({ name, probability, baseRate }) =>
        `The outcome for ${companyNameText(name)} is open: a beat has a chance of ${percent(probability)}, against ${percent(baseRate)} for comparable companies.`,
    ],
  }),
  statement({
    name: "miss-likelier",
    group: "thesis",
    slots,
    side: "against",
    holds: ({ probability, verdict }) => verdict === "below" && probability < 50 && !isOpen(probability),
    wordings: [
      ({ name, probability, baseRate }) =>
        `${capital(companyNameText(name))} will probably not beat: its chance is ${percent(probability)}${inWords(probability)}, where comparable companies beat in ${percent(baseRate)} of their reports.`,
      ({ name, probability, baseRate }) =>
        `A beat by ${companyNameText(name)} is unlikely, at ${percent(probability)}; comparable companies beat ${percent(baseRate)} of the time.`,
    ],
  }),
  statement({
    name: "miss-as-likely-as-usual",
    group: "thesis",
    slots,
    side: ({ verdict }) => (verdict === "above" ? "for" : "context"),
    holds: ({ probability, verdict }) => verdict !== "below" && probability < 50 && !isOpen(probability),
    wordings: [
      ({ name, probability, baseRate }) =>
        `Companies like ${companyNameText(name)} seldom beat, ${percent(baseRate)} of the time, and we put its own chance at ${percent(probability)}.`,
      ({ name, probability, baseRate }) =>
        `A beat by ${companyNameText(name)} is unlikely, at ${percent(probability)}, and for comparable companies it is at ${percent(baseRate)}.`,
    ],
  }),
];
