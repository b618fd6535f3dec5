import { and, eq, sql } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";
import { composeMail } from "#platform/mail/compose.ts";
import { supportRequests } from "#platform/schema/support.ts";
import {
  isNotPlanned,
  isOneOfPeople,
  type NotificationDeps,
  type NotificationKind,
  plannedBy,
} from "./kind.ts";

const kind = "support_answer";

/** An older answer is not emailed; it is only on the support page. */
const NEWS_MS = 2 * DAY_MS;

function recipients({ accounts: { now } }: NotificationDeps, people: readonly string[] | null) {
  return sql`SELECT r.user_id AS user_id, r.id AS subject FROM support_requests AS r
    WHERE r.answered_at > ${now().getTime() - NEWS_MS} AND ${isOneOfPeople(sql`r.user_id`, people)}
      AND ${isNotPlanned(kind, sql`r.user_id`, sql`r.id`)}`;
}

export const supportAnswer: NotificationKind = {
  ...plannedBy(kind, recipients),
  flag: null,
  write: async ({ accounts: { db, origin } }, { id: userId }, [id = ""]) => {
    const [request] = await db
      .select({ subject: supportRequests.subject, answer: supportRequests.answer })
      .from(supportRequests)
      .where(and(eq(supportRequests.id, id), eq(supportRequests.userId, userId)));
    if (!request?.answer) return null;
    const paragraphs = request.answer.split("\n").filter((line) => line !== "");
    return {
      push: null,
      email: (to) =>
        composeMail({
          to,
          subject: `Re: ${request.subject}`,
          paragraphs,
          action: { label: "Your requests", url: `${origin}/support` },
          reason: "You get this email because you asked Beatcast's support.",
        }),
    };
  },
};
