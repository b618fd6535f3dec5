import type { SessionResponse } from "#contract/account.ts";
import type { PointInTimeProof } from "#contract/as-of.ts";
import type { BaseRate, CalendarRow, SeasonAround, SeasonCalendar } from "#contract/calendar.ts";
import type { LedgerEntry } from "#contract/ledger.ts";
import type { RecordSnapshot, TrackRecord } from "#contract/record.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { readCheckpoint, reader, readLedger, verifyKnown } from "#ledger-verifier";
import { getJson, OWN_CONNECTION } from "../drive.ts";

/** What the market showed at a moment. */
export type Note = { at: string; record: TrackRecord; rows: CalendarRow[] };

/** The days around the moment whose reports are recorded. */
const [BEHIND, AHEAD] = [2, 4];

function spanOf(at: string): { from: string; to: string } {
  const day = (by: number) => isoDay(Date.parse(at) + by * DAY_MS);
  return { from: day(-BEHIND), to: day(AHEAD) };
}

export async function noteOf(url: string, at: string): Promise<Note> {
  const record = await getJson<TrackRecord>(url, "/api/track-record");
  const { items } = await getJson<SeasonCalendar>(url, `/api/calendar?${new URLSearchParams(spanOf(at))}`);
  return { at, record, rows: items };
}

type Walked = {
  moments: number;
  answers: number;
  /** Ledger entries; proven ones are in a signed checkpoint. */
  proofs: number;
  entries: number;
  proven: number;
  rows: number;
  /** Rows compared with what their settlement revealed later. */
  probabilities: number;
  /** Entries later than the moment, of which there must be none. */
  later: number;
  differences: string[];
};

/**
 * Reads each recorded moment again after the season: figures, calendar and probabilities must be as locked, and
 * every proof must hold. The clock must be past the last moment.
 */
export async function walkAsOf(url: string, notes: readonly Note[]): Promise<Walked> {
  const { entries: ledger, published } = await readLedger(reader(url));
  const counts = {
    moments: 0,
    answers: 0,
    proofs: 0,
    entries: 0,
    proven: 0,
    rows: 0,
    probabilities: 0,
    later: 0,
  };
  const walked: Walked = { ...counts, differences: [] };
  const signed = readCheckpoint(published.checkpoint ?? "")?.size ?? 0;
  const lockedAt = probabilitiesOf(ledger as LedgerEntry[]);
  const token = await signUp(url);
  const differ = (what: string, then: unknown, answered: unknown) => {
    if (canonical(then) !== canonical(answered))
      walked.differences.push(
        `${what}: ${canonical(then).slice(0, 300)} is now ${canonical(answered).slice(0, 300)}`,
      );
  };
  for (const { at, record, rows } of notes) {
    const ask = async <Answer>(path: string) => {
      const answer = await asked<Answer & { known: PointInTimeProof }>(url, withMoment(path, at), token);
      walked.answers++;
      const verdict = await verifyKnown(answer.known, { key: published.key ?? null });
      if (verdict.isValid) walked.proofs++;
      walked.entries += answer.known.entries.length;
      // Settlements of the last round wait for a checkpoint.
      const waiting = answer.known.entries.filter(({ seq }) => seq > signed).length;
      if (verdict.isValid) differ(`waiting of ${path} at ${at}`, waiting, verdict.entries - verdict.proven);
      walked.proven += verdict.isValid ? verdict.proven : 0;
      differ(`proof of ${path} at ${at}`, true, verdict.isValid || verdict);
      for (const { seq, hash } of answer.known.entries)
        differ(`entry ${seq} at ${at}`, (ledger[seq - 1] as LedgerEntry).hash, hash);
      return answer;
    };
    if (record.ledger.seq === 0) continue;
    walked.moments++;
    walked.later += ledger.length - record.ledger.seq;
    differ(`record at ${at}`, figuresOf(record), figuresOf(await ask<TrackRecord>("/api/track-record")));
    const span = new URLSearchParams(spanOf(at));
    const { items } = await ask<SeasonCalendar>(`/api/calendar?${span}`);
    walked.rows += items.length;
    differ(`calendar at ${at}`, rows.map(lasting), items.map(lasting));
    // Rows that the walker's plan includes and that are not settled.
    for (const row of items.filter((one) => one.beatProbability !== null && lockedAt.has(nameOf(one)))) {
      walked.probabilities++;
      differ(`probability of ${row.symbol} at ${at}`, lockedAt.get(nameOf(row)), row.beatProbability);
    }
    const locked = items.find(({ state, beatProbability }) => state === "locked" && beatProbability !== null);
    if (locked) await askAboutOne(ask, locked, differ);
    for (const { id, settledAt } of [...record.latestCorrect, ...record.latestWrong].slice(0, 2)) {
      const { item } = await ask<RecordSnapshot>(`/api/track-record/predictions/${id}`);
      differ(`prediction ${id} at ${at}`, settledAt, item.settledAt);
    }
  }
  return walked;
}

type Ask = <Answer>(path: string) => Promise<Answer & { known: PointInTimeProof }>;
type Differ = (what: string, then: unknown, answered: unknown) => void;

async function askAboutOne(ask: Ask, row: CalendarRow, differ: Differ): Promise<void> {
  const { report } = await ask<SeasonAround>(`/api/season/${encodeURIComponent(row.symbol)}`);
  differ(`report of ${row.symbol}`, row.beatProbability, report?.beatProbability);
  const { source, baseRate } = await ask<BaseRate>(`/api/base-rate/${encodeURIComponent(row.symbol)}`);
  differ(`base rate of ${row.symbol}`, ["lock", row.baseRate], [source, baseRate]);
}

/** When a review began is not stored. */
function figuresOf({ counts: { settled, pending, review, void: ended }, ledger, ...record }: TrackRecord) {
  const { scorecard, hasHeadline, replayed, latestCorrect, latestWrong } = record;
  // Checkpoints have real time.
  const { seq, hash, sealed, open } = ledger;
  const counts = { settled, open: pending + (review ?? 0), ended };
  return {
    counts,
    scorecard,
    hasHeadline,
    replayed,
    latestCorrect,
    latestWrong,
    seq,
    hash,
    sealed,
    open,
  };
}

/** Removes fields that change with the reader or the day. */
function lasting({
  symbol,
  fiscalQuarterEnd,
  reportDate,
  movedFrom,
  session,
  isConfirmed,
  ...row
}: CalendarRow) {
  const { analystCount, outcome, reportedEps, revenue, isCorrect, state, consensusEps } = row;
  const isLocked = state === "locked" || isCorrect !== null;
  const of = {
    symbol,
    fiscalQuarterEnd,
    reportDate,
    movedFrom,
    session,
    isConfirmed,
    analystCount,
    consensusEps,
  };
  return { ...of, outcome, reportedEps, revenue, isCorrect, baseRate: isLocked ? row.baseRate : null };
}

const nameOf = ({ symbol, fiscalQuarterEnd }: Pick<CalendarRow, "symbol" | "fiscalQuarterEnd">) =>
  `${symbol} ${fiscalQuarterEnd}`;

function probabilitiesOf(ledger: readonly LedgerEntry[]): Map<string, number> {
  return new Map(
    ledger.flatMap(({ body }): [string, number][] =>
      body.type === "settlement" ? [[nameOf(body.revealed.lock), body.revealed.lock.probability]] : [],
    ),
  );
}

function withMoment(path: string, at: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}asOf=${at}`;
}

async function signUp(url: string): Promise<string> {
  const answer = await fetch(new URL("/api/auth/signup", url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, ...OWN_CONNECTION },
    body: JSON.stringify({
      email: `walk-${crypto.randomUUID()}@example.com`,
      password: "correct horse battery",
      fullName: "A walker",
    }),
  });
  return ((await answer.json()) as SessionResponse).token;
}

/** Waits when the server answers that requests came too often. */
async function asked<Answer>(url: string, path: string, token: string): Promise<Answer> {
  for (;;) {
    const answer = await fetch(new URL(path, url), {
      headers: { authorization: `Bearer ${token}`, ...OWN_CONNECTION },
    });
    if (answer.ok) return (await answer.json()) as Answer;
    if (answer.status !== 429) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    const seconds = Number(answer.headers.get("retry-after")) || 1;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const cells = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, cell]) => `${key}:${canonical(cell)}`);
  return `{${cells.join(",")}}`;
}
