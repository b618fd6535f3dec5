import type { Claim } from "#contract/analysis.ts";
import type { Evidence } from "#contract/evidence.ts";
import type { Brief, FactRole, Narrative, Narrator } from "./port.ts";

/** A narrator that needs no language model: one sentence a fact, each citing the fact it states. */
export const rulesNarrator: Narrator = {
  async write(brief, now): Promise<Narrative> {
    const facts = new Facts(brief);
    return {
      claims: claimsOf(brief, facts),
      keyFactors: keyFactorsOf(facts),
      risks: risksOf(facts),
      author: {
        kind: "rules",
        model: null,
        writtenAt: now.toISOString(),
        wasRepaired: false,
        fallbackReason: null,
      },
    };
  },
};

/** The brief's facts by role; a missing one is null and its sentence is left out. */
class Facts {
  readonly #rows: Map<string, Evidence>;
  readonly #ids: Brief["facts"];

  constructor(brief: Brief) {
    this.#rows = new Map(brief.evidence.map((row) => [row.id, row]));
    this.#ids = brief.facts;
  }

  number(role: FactRole): { value: number; row: Evidence } | null {
    const row = this.#row(role);
    return row && typeof row.value === "number" ? { value: row.value, row } : null;
  }

  text(role: FactRole): { value: string; row: Evidence } | null {
    const row = this.#row(role);
    return row && typeof row.value === "string" ? { value: row.value, row } : null;
  }

  #row(role: FactRole): Evidence | null {
    const id = this.#ids[role];
    return (id && this.#rows.get(id)) || null;
  }
}

function claimsOf(brief: Brief, facts: Facts): Claim[] {
  const claims: Claim[] = [];
  const say = (text: string, ...rows: Evidence[]) =>
    claims.push({
      text: `${text} ${rows.map((row) => `[${row.id}]`).join(" ")}`,
      evidenceIds: rows.map((row) => row.id),
    });

  const probability = facts.number("probability");
  const baseRate = facts.number("baseRate");
  const edge = facts.number("edge");
  if (probability && baseRate && edge) {
    say(
      `The model puts the chance that ${brief.companyName} beats the consensus at ${probability.value}%.`,
      probability.row,
    );
    say(edgeSentence(edge.value, baseRate.value), baseRate.row, edge.row);
  }
  const band = facts.text("band");
  if (band) say(`In the back-test, ${band.value}.`, band.row);
  const consensus = facts.number("consensus");
  const analysts = facts.number("analysts");
  if (consensus && analysts)
    say(
      `${plural(analysts.value, "analyst")} expect EPS of ${money(consensus)} on average.`,
      consensus.row,
      analysts.row,
    );
  const yearAgo = facts.number("yearAgoEps");
  if (yearAgo) say(`A year ago the company reported ${money(yearAgo)}.`, yearAgo.row);
  const beats = facts.text("beats");
  if (beats) say(`Of the reports we know, ${beats.value}.`, beats.row);
  const surprise = facts.number("lastSurprise");
  if (surprise) say(`The last report came in ${distance(surprise.value)} the consensus.`, surprise.row);
  const expected = facts.number("expectedEps");
  if (expected)
    say(`Corrected by its usual surprise, the consensus points to ${money(expected)}.`, expected.row);
  const revision = facts.number("revision30");
  if (revision) say(revisionSentence(revision.value), revision.row);
  const tone = facts.text("newsTone");
  if (tone) say(`Recent headlines: ${tone.value}.`, tone.row);
  const implied = facts.number("impliedMove");
  if (implied)
    say(
      `Options price a move of ${implied.value}% either way until the expiry after the report.`,
      implied.row,
    );
  const rose = facts.text("beatsThatRose");
  if (rose) say(`A beat does not mean that the stock rises: ${rose.value}.`, rose.row);
  return claims;
}

function keyFactorsOf(facts: Facts): string[] {
  const edge = facts.number("edge");
  const beats = facts.text("beats");
  const revision = facts.number("revision30");
  const rsi = facts.number("rsi");
  return [
    edge &&
      (Math.abs(edge.value) <= 3
        ? "No edge over the base rate"
        : `${signed(edge.value)} points against the base rate`),
    beats && capital(beats.value),
    revision && `Consensus ${signed(revision.value)}% in 30 days`,
    rsi && `RSI ${rsi.value}`,
    facts.text("averages")?.value ?? null,
  ].filter((factor) => factor !== null);
}

function risksOf(facts: Facts): string[] {
  const implied = facts.number("impliedMove");
  const analysts = facts.number("analysts");
  const confidence = facts.text("confidence");
  return [
    "A beat does not mean that the stock rises.",
    confidence?.value === "low" &&
      "The model's confidence is low: the outcome is close to a coin toss or the history is short.",
    implied && implied.value >= 6 && `Options expect a large move of ${implied.value}%, in either direction.`,
    analysts && analysts.value < 5 && `Only ${plural(analysts.value, "analyst")} stand behind the consensus.`,
    !facts.text("reportDate") && "The day of the report is not known.",
  ].filter((risk) => typeof risk === "string");
}

function edgeSentence(edge: number, baseRate: number): string {
  const base = `Of all reports, ${baseRate}% beat`;
  if (Math.abs(edge) <= 3)
    return `${base}; the difference of ${signed(edge)} points is too small to be an edge.`;
  return `${base}; this call lies ${Math.abs(edge)} points ${edge > 0 ? "above" : "below"} that.`;
}

function revisionSentence(percent: number): string {
  if (percent === 0) return "The consensus has not moved in 30 days.";
  return `In 30 days the consensus was ${percent > 0 ? "raised" : "lowered"} by ${Math.abs(percent)}%.`;
}

function distance(percent: number): string {
  if (percent === 0) return "exactly at";
  return `${Math.abs(percent)}% ${percent > 0 ? "above" : "below"}`;
}

function money({ value, row }: { value: number; row: Evidence }): string {
  return row.unit ? `${value} ${row.unit}` : String(value);
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
