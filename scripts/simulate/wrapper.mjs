// Wraps the built Worker and controls its clock, its jobs, their use, and failing parts. It is never deployed.
import { DurableObject } from "cloudflare:workers";
import { databaseOver } from "./database.mjs";
import product, * as parts from "./index.js";

const RealDate = Date;
let shiftMs = 0;
globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + shiftMs);
    else super(...values);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};

class OneDatabase extends DurableObject {
  /** Runs all queries or none. */
  query(queries) {
    const { storage } = this.ctx;
    return storage.transactionSync(() => queries.map((query) => answerOf(storage.sql, query)));
  }
}

const changesOf = (sql) => sql.exec("SELECT total_changes() AS total, last_insert_rowid() AS row").one();

function answerOf(sql, { sql: text, params }) {
  const before = changesOf(sql);
  const cursor = sql.exec(text, ...params);
  const rows = [...cursor.raw()];
  const after = changesOf(sql);
  const meta = {
    changes: after.total - before.total,
    last_row_id: after.row,
    size_after: sql.databaseSize,
    rows_read: cursor.rowsRead,
    rows_written: cursor.rowsWritten,
    duration: 0,
  };
  return { columns: cursor.columnNames, rows, meta };
}

const simulatedDatabase = (env) => {
  const object = env.SIMULATED_DATABASE.getByName("all");
  return databaseOver((queries) => object.query(queries));
};

/** What the product has logged as an error since the last round. */
let logged = [];
for (const level of ["log", "info", "warn"]) console[level] = () => {};
console.error = (text) => void logged.push(String(text).slice(0, 400));

const turnTo = (at) => {
  shiftMs = RealDate.parse(at) - RealDate.now();
};

const none = () => ({
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  objectCalls: 0,
  fileReads: 0,
  fileWrites: 0,
});
let used = none();
/** The names of the parts that fail now. */
let away = new Set();

class Killed extends Error {
  name = "Killed";
}
class Away extends Error {
  name = "Away";
}

/** Runs one invocation that dies at its n-th use of a binding and stays dead. */
function life(usesLeft = Number.POSITIVE_INFINITY) {
  let left = usesLeft;
  return (part) => {
    if (left <= 0) throw new Killed("killed");
    left -= 1;
    if (away.has(part)) throw new Away(`the ${part} is away`);
  };
}

const addRows = ({ meta }) => {
  used.rowsRead += meta?.rows_read ?? 0;
  used.rowsWritten += meta?.rows_written ?? 0;
};

function statementOf(statement, use) {
  const counted =
    (name) =>
    async (...values) => {
      use("database");
      used.statements += 1;
      const answer = await statement[name](...values);
      if (name === "all" || name === "run") addRows(answer);
      return answer;
    };
  return {
    statement,
    bind: (...values) => statementOf(statement.bind(...values), use),
    all: counted("all"),
    run: counted("run"),
    raw: counted("raw"),
    first: counted("first"),
  };
}

function databaseOf(database, use) {
  const queries = (source) => ({
    prepare: (query) => statementOf(source.prepare(query), use),
    batch: async (statements) => {
      use("database");
      used.statements += statements.length;
      const answers = await source.batch(statements.map(({ statement }) => statement));
      answers.forEach(addRows);
      return answers;
    },
  });
  return {
    ...queries(database),
    exec: (query) => database.exec(query),
    withSession: (...start) => {
      const session = database.withSession(...start);
      return { ...queries(session), getBookmark: () => session.getBookmark() };
    },
  };
}

/** Kept in the simulation's time, because the store knows only real time. */
const storedAt = new Map();
const reads = new Set(["get", "head"]);

function filesOf(files, use) {
  const call =
    (name) =>
    async (...values) => {
      use("files");
      used[reads.has(name) ? "fileReads" : "fileWrites"] += 1;
      const answer = await files[name](...values);
      if (name === "put") storedAt.set(values[0], Date.now());
      if (name !== "list") return answer;
      const objects = answer.objects.map((object) => ({
        key: object.key,
        size: object.size,
        customMetadata: object.customMetadata,
        httpMetadata: object.httpMetadata,
        uploaded: new Date(storedAt.get(object.key) ?? object.uploaded.getTime()),
      }));
      return { objects, truncated: answer.truncated, cursor: answer.cursor };
    };
  return Object.fromEntries(["get", "head", "put", "delete", "list"].map((name) => [name, call(name)]));
}

function objectsOf(namespace, part, use) {
  return new Proxy(namespace, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...values) => {
        if (name === "get" || name === "getByName") {
          use(part);
          used.objectCalls += 1;
        }
        return value.apply(target, values);
      };
    },
  });
}

function bindingsOf(env, use, queue) {
  return {
    ...env,
    DB: databaseOf(simulatedDatabase(env), use),
    FILES: filesOf(env.FILES, use),
    LEDGER: objectsOf(env.LEDGER, "ledger", use),
    QUOTA: objectsOf(env.QUOTA, "quota", use),
    RATE: objectsOf(env.RATE, "rate", use),
    RESEARCH: objectsOf(env.RESEARCH, "research", use),
    JOBS: queue,
    LOCKS: queue,
    DELIVERIES: queue,
  };
}

const MAX_RETRIES = 5;
/** Messages that failed too often, and those that were enqueued outside of a round. */
let dead = [];
const waiting = [];
const queue = {
  sendBatch: async (messages) => void waiting.push(...messages.map(({ body }) => ({ body, attempts: 1 }))),
  metrics: async () => ({ backlogCount: waiting.length }),
};

/** With what they enqueue. `killed`: uses of a binding after which an invocation dies. */
async function round({ crons, jobs: named, skipped, killed }, env, context) {
  const failed = {};
  let [jobs, kills] = [0, 0];
  for (const cron of crons) await product.scheduled({ cron }, bindingsOf(env, life(), queue), context);
  waiting.splice(0, waiting.length, ...waiting.filter(({ body }) => !skipped.includes(body.job)));
  waiting.push(...named.map((job) => ({ body: { job }, attempts: 1 })));
  const uses = [...killed];
  if (!away.has("database") && dead.length > 0) {
    const messages = dead.map((body, i) => ({ id: `dead ${i}`, body, attempts: 1, ack() {}, retry() {} }));
    dead = [];
    await product.queue(
      { queue: "beatcast-dead-letters", messages },
      bindingsOf(env, life(), queue),
      context,
    );
  }
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { body, attempts } = next;
    jobs += 1;
    let isAgain = false;
    let diesAfter = Number.POSITIVE_INFINITY;
    // Every seventh message or so, while there is one left to kill.
    if (uses.length > 0 && jobs % 7 === 1) diesAfter = uses.shift();
    const use = life(diesAfter);
    let isKilled = false;
    const watched = (part) => {
      try {
        use(part);
      } catch (error) {
        isKilled ||= error instanceof Killed;
        throw error;
      }
    };
    const message = {
      id: `job ${jobs}`,
      body,
      attempts,
      ack() {},
      retry() {
        isAgain = true;
      },
    };
    try {
      await product.queue(
        { queue: "beatcast-jobs", messages: [message] },
        bindingsOf(env, watched, queue),
        context,
      );
    } catch (error) {
      isAgain = true;
      if (!isKilled) failed[body.job] = `${error}`;
    }
    if (isKilled) {
      kills += 1;
      waiting.push({ body, attempts });
    } else if (isAgain && attempts <= MAX_RETRIES) waiting.push({ body, attempts: attempts + 1 });
    else if (isAgain) dead.push(body);
  }
  const errors = logged;
  logged = [];
  return { jobs, kills, failed, errors, dead: dead.length };
}

/** Objects get the same database. */
const onDatabase = (Part) =>
  class extends Part {
    constructor(state, env) {
      super(state, { ...env, DB: simulatedDatabase(env) });
    }
  };
export const { QuotaCounter, RateLimiter, AnalysisRunner, Ledger, EdgarGate, SimulatedDatabase } = {
  QuotaCounter: onDatabase(parts.QuotaCounter),
  RateLimiter: onDatabase(parts.RateLimiter),
  AnalysisRunner: onDatabase(parts.AnalysisRunner),
  Ledger: onDatabase(parts.Ledger),
  EdgarGate: onDatabase(parts.EdgarGate),
  SimulatedDatabase: OneDatabase,
};

export default {
  async fetch(request, env, context) {
    const at = request.headers.get("x-simulated-at");
    if (at) turnTo(at);
    const { pathname } = new URL(request.url);
    if (pathname === "/simulated/round") {
      const asked = await request.json();
      away = new Set(asked.away);
      const done = await round(asked, env, context);
      // People and checks come to a whole house: an outage is a round's.
      away = new Set();
      return Response.json(done);
    }
    if (pathname === "/simulated/database") {
      const object = env.SIMULATED_DATABASE.getByName("all");
      return Response.json(await object.query(await request.json()));
    }
    if (pathname === "/simulated/used") {
      const answer = Response.json(used);
      used = none();
      return answer;
    }
    const headers = new Headers(request.headers);
    headers.delete("x-simulated-at");
    return product.fetch(new Request(request, { headers }), bindingsOf(env, life(), queue), context);
  },
};
