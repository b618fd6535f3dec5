/** @jsxImportSource hono/jsx */
import { counted, dayAndTime, percent, shortDay } from "#contract/format.ts";
import type { Health } from "#contract/health.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import type { Status, StatusPart } from "../jobs/status.ts";
import { type Markup, type PublicPage, renderBadge } from "./frame.tsx";

const DESCRIPTION = "Whether Beatcast works right now, and how it did in the last thirty days.";

const parts: readonly { part: StatusPart | "database"; name: string; what: string }[] = [
  { part: "database", name: "Database", what: "Accounts, the calendar and the record can be read." },
  { part: "objects", name: "Ledger and counters", what: "The public ledger and the limits answer." },
  { part: "queue", name: "Queue", what: "Work behind the pages can be handed over." },
  { part: "jobs", name: "Jobs", what: "No work failed for good in the hour." },
  { part: "source", name: "Market source", what: "The calendar was read within the last three hours." },
];

export function statusPage(status: Status, origin: string): PublicPage {
  const { health, now } = status;
  return {
    path: "/status",
    title: "Status",
    description: DESCRIPTION,
    picture: { path: "/og-image.png", alt: "Beatcast: know the odds before earnings" },
    structuredData: { "@type": "WebPage", name: "Status", url: `${origin}/status` },
    content: (
      <>
        <header class="flex flex-col gap-3">
          <h1 class="heading-1">Status</h1>
          <p class="text-lg">
            {health.ok
              ? renderBadge("Everything answers", "positive")
              : renderBadge("Not everything answers", "negative")}
          </p>
          <p class="text-sm text-muted figures">As of {timeOf(now)}, at most a minute old.</p>
        </header>
        {factsOf(status)}
        <section aria-labelledby="history" class="flex flex-col gap-5">
          <header class="flex flex-col gap-1">
            <h2 id="history" class="heading-2">
              The last thirty days
            </h2>
            <p class="max-w-3xl text-sm text-muted">
              Each part is looked at once an hour, and the result is stored. An hour in which nothing could be
              stored counts against the database.
            </p>
          </header>
          {status.hours === null ? (
            <p>The history cannot be read right now.</p>
          ) : (
            parts.map((part) => partRow(part, status))
          )}
        </section>
        <p class="text-sm text-muted">
          Programs read the same at{" "}
          <a class="link" href="/api/health">
            /api/health
          </a>
          . What is stored, and how:{" "}
          <a class="link" href="/security">
            security
          </a>
          .
        </p>
      </>
    ),
  };
}

function factsOf({ health, lastSettlementAt }: Status): Markup {
  const { queue, lastLockAt, calendar, listing } = health;
  const facts: readonly [string, string][] = [
    ["Last lock", timeOrNone(lastLockAt, "none in the last ten days")],
    ["Last settlement", timeOrNone(lastSettlementAt, "none yet")],
    ["Queue", queue.waiting === null ? "not known" : `${counted(queue.waiting, "message")} waiting`],
    ["Calendar read", timeOrNone(calendar?.readAt, "not yet")],
    ["Lists of companies read", timeOrNone(listing?.readAt, "not yet")],
  ];
  return (
    <section aria-labelledby="now" class="flex flex-col gap-3">
      <h2 id="now" class="heading-2">
        Now
      </h2>
      <dl class="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div>
            <dt class="text-sm text-muted">{name}</dt>
            <dd class="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Day = { day: string; good: number; of: number };

function partRow({ part, name, what }: (typeof parts)[number], status: Status): Markup {
  const days = daysOf(part, status);
  const [good, of] = [sum(days, "good"), sum(days, "of")];
  const total =
    of === 0
      ? "no hour looked at yet"
      : `${percent(good / of, good === of ? 0 : 1)} of ${counted(of, "hour")}`;
  return (
    <article class="flex flex-col gap-2">
      <header class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 class="heading-3">{name}</h3>
        {isGood(part, status)
          ? renderBadge("Working", "positive")
          : renderBadge(part === "source" ? "Not read" : "Not answering", "negative")}
        <span class="ml-auto text-sm text-muted figures">{total}</span>
      </header>
      <p class="text-sm text-muted">{what}</p>
      <div
        role="img"
        aria-label={`${name}, by day: ${summaryOf(days)}`}
        class="flex h-8 items-end gap-px sm:gap-1"
      >
        {days.map(bar)}
      </div>
    </article>
  );
}

function bar({ day, good, of }: Day): Markup {
  const share = of === 0 ? 0 : good / of;
  const tone = of === 0 ? "bg-sunken" : share === 1 ? "bg-positive" : "bg-negative";
  const height = of === 0 ? 100 : Math.max(12, Math.round(share * 100));
  const title = of === 0 ? "not looked at" : `${good} of ${counted(of, "hour")} good`;
  return (
    <span
      class={`min-w-0 flex-1 rounded-sm ${tone}`}
      style={`height:${height}%`}
      title={`${shortDay(day)}: ${title}`}
    ></span>
  );
}

function summaryOf(days: readonly Day[]): string {
  const bad = days.filter(({ good, of }) => good < of);
  if (days.every(({ of }) => of === 0)) return "not looked at yet";
  if (bad.length === 0) return "every hour good";
  return bad.map(({ day, good, of }) => `${shortDay(day)} ${good} of ${counted(of, "hour")} good`).join(", ");
}

/**
 * Returns for each of the last thirty days in how many hours a part worked, and how many hours were due: those
 * from the first stored hour to the last full one.
 */
function daysOf(part: StatusPart | "database", { hours, now }: Status): Day[] {
  const first = hours?.[0]?.hour;
  const days: Day[] = [];
  for (let at = now.getTime() - 29 * DAY_MS; at <= now.getTime(); at += DAY_MS) {
    const day = isoDay(at);
    const rows = (hours ?? []).filter(({ hour }) => hour.startsWith(day));
    const good = part === "database" ? rows.length : rows.filter((row) => row[part]).length;
    days.push({ day, good, of: first === undefined ? 0 : Math.max(rows.length, expected(day, first, now)) });
  }
  return days;
}

function expected(day: string, first: string, now: Date): number {
  const start = Math.max(Date.parse(day), Date.parse(`${first}:00:00Z`));
  const end = Math.min(Date.parse(day) + DAY_MS, Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  return Math.max(0, Math.round((end - start) / HOUR_MS));
}

function isGood(part: StatusPart | "database", { health, parts: states }: Status): boolean {
  return part === "database" ? health.database === "ok" : states[part];
}

function timeOrNone(at: Health["lastLockAt"] | Date | undefined, none: string): string {
  return at ? timeOf(new Date(at)) : none;
}

function timeOf(at: Date): string {
  return `${dayAndTime(at)} UTC`;
}

function sum(days: readonly Day[], field: "good" | "of"): number {
  return days.reduce((total, day) => total + day[field], 0);
}
