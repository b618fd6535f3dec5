import { sql } from "drizzle-orm";
import { driftFindingsSchema, driftFindingText } from "#contract/drift.ts";
import { DAY_MS } from "#contract/time.ts";
import { composeMail } from "#platform/mail/compose.ts";
import { newestWeek } from "#record/watch-calibration.ts";
import {
  isNotPlanned,
  isOneOfPeople,
  type NotificationDeps,
  type NotificationKind,
  plannedBy,
} from "./kind.ts";

const kind = "calibration_alarm";

const NEWS_MS = 7 * DAY_MS;

/**
 * Selects the operators with a confirmed address if the newest week has an alarm that they have not been told
 * about.
 */
function recipients(
  { store: { ledgerId }, marketNow, operators }: NotificationDeps,
  people: readonly string[] | null,
) {
  const subject = sql`w.ledger_id || ' ' || w.week`;
  return sql`SELECT u.id AS user_id, ${subject} AS subject
    FROM drift_weeks AS w JOIN users AS u
      ON u.email IN (SELECT value FROM json_each(${JSON.stringify(operators)})) AND u.email_verified = 1
    WHERE w.ledger_id = ${ledgerId} AND w.week = (SELECT max(week) FROM drift_weeks WHERE ledger_id = ${ledgerId})
      AND w.has_news = 1 AND w.checked_at > ${marketNow.getTime() - NEWS_MS}
      AND ${isOneOfPeople(sql`u.id`, people)} AND ${isNotPlanned(kind, sql`u.id`, subject)}`;
}

export const calibrationAlarm: NotificationKind = {
  ...plannedBy(kind, recipients),
  flag: null,
  write: async ({ accounts: { origin }, store }, _person, [subject = ""]) => {
    const newest = await newestWeek(store);
    if (!newest || subject !== `${store.ledgerId} ${newest.week}`) return null;
    const { week } = newest;
    const findings = driftFindingsSchema.parse(JSON.parse(newest.findings));
    const news = findings.filter(({ since }) => since === week).map(driftFindingText);
    const standing = findings.filter(({ since }) => since !== week).map(driftFindingText);
    return {
      push: null,
      email: (to) =>
        composeMail({
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
          action: { label: "Open the track record", url: `${origin}/track-record` },
          reason: "You get this email because your address is one of this deployment's operators.",
        }),
    };
  },
};
