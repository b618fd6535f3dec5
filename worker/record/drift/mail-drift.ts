import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { driftFindingsSchema, findingText } from "#contract/drift.ts";
import type { Database } from "#platform/db/client.ts";
import { logUnexpected } from "#platform/log.ts";
import { composeMail } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";
import { users } from "#platform/schema/accounts.ts";
import { driftWeeks } from "#platform/schema/monitoring.ts";

/** A killed sender keeps its email from others this long. */
const LEASE_MS = 60 * 60_000;

type Sending = {
  db: Database;
  ledgerId: string;
  /** Null where email is not set up. */
  send: ((to: string, mail: Mail) => Promise<void>) | null;
  operators: readonly string[];
  origin: string;
  now: Date;
};

/** Once for each week's new findings. A failure is retried by the next run; of two at once one sends. */
export async function mailDrift({ db, ledgerId, send, operators, origin, now }: Sending): Promise<void> {
  if (!send || operators.length === 0) return;
  const [due] = await db
    .update(driftWeeks)
    .set({ mailClaimedAt: now })
    .where(
      and(
        eq(driftWeeks.ledgerId, ledgerId),
        eq(driftWeeks.week, newestOf(ledgerId)),
        eq(driftWeeks.hasNews, true),
        isNull(driftWeeks.mailedAt),
        or(
          isNull(driftWeeks.mailClaimedAt),
          lt(driftWeeks.mailClaimedAt, new Date(now.getTime() - LEASE_MS)),
        ),
      ),
    )
    .returning();
  if (!due) return;
  const { week } = due;
  const findings = driftFindingsSchema.parse(JSON.parse(due.findings));
  const news = findings.filter(({ since }) => since === week).map(findingText);
  const standing = findings.filter(({ since }) => since !== week).map(findingText);
  const people = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.email, [...operators].slice(0, 50)), eq(users.emailVerified, true)))
    .orderBy(asc(users.id));
  let sent = 0;
  for (const { id, email } of people)
    try {
      const mail = driftMail(email, { week, news, standing }, `${origin}/track-record`);
      await send(email, { ...mail, key: `drift ${ledgerId} ${week} ${id}` });
      sent++;
    } catch (error) {
      logUnexpected(error, { delivery: `drift ${week}` });
    }
  const end = sent > 0 ? { mailedAt: now } : { mailClaimedAt: null };
  await db
    .update(driftWeeks)
    .set(end)
    .where(and(eq(driftWeeks.ledgerId, ledgerId), eq(driftWeeks.week, week)));
}

function newestOf(ledgerId: string) {
  return sql`(SELECT max(week) FROM drift_weeks WHERE ledger_id = ${ledgerId})`;
}

type DriftNews = { week: string; news: readonly string[]; standing: readonly string[] };

function driftMail(to: string, { week, news, standing }: DriftNews, url: string): Mail {
  return composeMail({
    to,
    subject: `Calibration alarm, week ${week}`,
    paragraphs: [
      "The predictions settled in the last thirteen weeks are further from their outcomes than we tolerate.",
      "Nothing was changed. Where a recalibration would have helped, its figures are on the track record page.",
    ],
    sections: [
      { title: "New this week", lines: news },
      ...(standing.length > 0 ? [{ title: "From earlier weeks", lines: standing }] : []),
    ],
    action: { label: "Open the track record", url },
    reason: "You get this email because your address is one of this deployment's operators.",
  });
}
