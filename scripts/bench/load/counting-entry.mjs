// Wraps the built Worker (serve.ts, BEATCAST_WRAPPER) and counts what requests and jobs use. It is never deployed.
import product, * as parts from "./index.js";

const COUNTS_PATH = "/bench/counts";
const JOBS_PATH = "/bench/jobs";
const none = () => ({
  d1Statements: 0,
  d1RoundTrips: 0,
  rowsRead: 0,
  rowsWritten: 0,
  objectCalls: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  fileReads: 0,
  fileWrites: 0,
  messages: 0,
});
/** Equals the value in wrangler.toml. */
const MAX_RETRIES = 5;

let counts = none();
/** The rows of a cursor are known only once it has been read. */
let cursors = [];

const note = ({ meta }) => {
  counts.d1Statements += 1;
  counts.rowsRead += meta.rows_read ?? 0;
  counts.rowsWritten += meta.rows_written ?? 0;
};

/** Reads that are timed run only once. */
let isTimed = false;

/**
 * `raw` returns no figures, so a read runs again for them, and a write runs as `all` with named RETURNING columns.
 */
function countedStatement(query, statement) {
  const isReading = !/\b(insert|update|delete)\b/i.test(query);
  const all = async () => {
    counts.d1RoundTrips += 1;
    const answer = await statement.all();
    note(answer);
    return answer;
  };
  return {
    statement,
    bind: (...values) => countedStatement(query, statement.bind(...values)),
    all,
    run: all,
    raw: async () => {
      if (isTimed && isReading) {
        counts.d1Statements += 1;
        return statement.raw();
      }
      const { results } = await all();
      return isReading ? statement.raw() : results.map((row) => Object.values(row));
    },
    first: async (column) => {
      const row = (await all()).results[0] ?? null;
      return column === undefined || row === null ? row : row[column];
    },
  };
}

const queries = (source) => ({
  prepare: (query) => countedStatement(query, source.prepare(query)),
  batch: async (statements) => {
    counts.d1RoundTrips += 1;
    const answers = await source.batch(statements.map(({ statement }) => statement));
    for (const answer of answers) note(answer);
    return answers;
  },
});

const countedDatabase = (database) => ({
  ...queries(database),
  exec: (query) => database.exec(query),
  withSession: (...start) => {
    const session = database.withSession(...start);
    return { ...queries(session), getBookmark: () => session.getBookmark() };
  },
});

function counted(target, counters) {
  return new Proxy(target, {
    get(object, name) {
      const value = Reflect.get(object, name);
      if (typeof value !== "function") return value;
      return (...values) => {
        const key = counters[name];
        if (key) counts[key] += 1;
        return value.apply(object, values);
      };
    },
  });
}

const objects = ["QUOTA", "RATE", "LEDGER", "RESEARCH", "EDGAR"];

function countedBindings(env) {
  const named = Object.fromEntries(
    objects.filter((name) => env[name]).map((name) => [name, counted(env[name], { get: "objectCalls" })]),
  );
  return {
    ...env,
    ...named,
    DB: countedDatabase(env.DB),
    FILES: counted(env.FILES, { get: "fileReads", head: "fileReads", put: "fileWrites", list: "fileWrites" }),
    JOBS: counted(env.JOBS, { send: "messages", sendBatch: "messages" }),
    LOCKS: counted(env.LOCKS, { send: "messages", sendBatch: "messages" }),
    DELIVERIES: counted(env.DELIVERIES, { send: "messages", sendBatch: "messages" }),
  };
}

/** Installed once for all objects. */
function watch(prototype, name, recordAnswer) {
  const method = prototype[name];
  if (method.isWatched) return;
  const own = function (...values) {
    const answer = method.apply(this, values);
    recordAnswer(answer);
    return answer;
  };
  prototype[name] = Object.assign(own, { isWatched: true });
}

/** Writing a key or setting an alarm is billed as a row. */
const markWritten = () => {
  counts.objectRowsWritten += 1;
};

const countedObject = (Part) =>
  class extends Part {
    constructor(state, env) {
      const { storage } = state;
      watch(Object.getPrototypeOf(storage.sql), "exec", (cursor) => cursors.push(cursor));
      watch(Object.getPrototypeOf(storage), "setAlarm", markWritten);
      watch(Object.getPrototypeOf(storage.kv), "put", markWritten);
      super(state, countedBindings(env));
    }
  };

export const QuotaCounter = countedObject(parts.QuotaCounter);
export const RateLimiter = countedObject(parts.RateLimiter);
export const AnalysisRunner = countedObject(parts.AnalysisRunner);
export const Ledger = countedObject(parts.Ledger);
export const EdgarGate = countedObject(parts.EdgarGate);

function bindingsAt(env, at) {
  const shiftMs = Date.parse(at) - Date.now();
  const setAt = new Date(Date.parse(env.MARKET_CLOCK) - shiftMs).toISOString();
  return { ...countedBindings(env), MARKET_CLOCK_SET_AT: setAt };
}

/** Runs the jobs with everything that they enqueue, until they are done or dead letters. */
async function runJobs({ cron, at }, env, context) {
  const waiting = [];
  const taking = {
    sendBatch: async (messages) => void waiting.push(...messages.map(({ body }) => ({ body, attempts: 1 }))),
  };
  const deadLetters = () =>
    env.DB.prepare("SELECT coalesce(sum(times), 0) AS n FROM dead_letters").first("n");
  const deadBefore = await deadLetters();
  const own = { ...bindingsAt(env, at), JOBS: taking, LOCKS: taking, DELIVERIES: taking };
  await product.scheduled({ cron }, own, context);
  const jobs = {};
  isTimed = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const before = { ...counts };
    const { body, attempts } = next;
    let isAgain = false;
    const retry = () => {
      isAgain = true;
    };
    const message = { id: "bench", body, attempts, ack: () => {}, retry };
    await product.queue({ queue: "beatcast-jobs", messages: [message] }, own, context);
    jobs[body.job] ??= { ended: 0, statements: 0, rowsWritten: 0 };
    const use = jobs[body.job];
    use.statements += counts.d1Statements - before.d1Statements;
    use.rowsWritten += counts.rowsWritten - before.rowsWritten;
    if (isAgain && attempts <= MAX_RETRIES) waiting.push({ body, attempts: attempts + 1 });
    else use.ended += 1;
  }
  isTimed = false;
  return { jobs, failed: (await deadLetters()) - deadBefore };
}

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === JOBS_PATH) return Response.json(await runJobs(await request.json(), env, context));
    if (pathname !== COUNTS_PATH) return product.fetch(request, countedBindings(env), context);
    for (const cursor of cursors) {
      counts.objectRowsRead += cursor.rowsRead;
      counts.objectRowsWritten += cursor.rowsWritten;
    }
    const answer = Response.json(counts);
    counts = none();
    cursors = [];
    return answer;
  },
  queue: (batch, env, context) => product.queue(batch, countedBindings(env), context),
  scheduled: (event, env, context) => product.scheduled(event, countedBindings(env), context),
};
