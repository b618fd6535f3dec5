import { z } from "zod";
import { clientOf } from "#accounts/sessions/client.ts";
import { newsletterIssueSchema } from "#contract/newsletter.ts";
import { newsletterIssueOf, previewNewsletter } from "#notifications/kinds/newsletter.ts";
import { type OutboxMail, outboxPage, readOutbox } from "#platform/mail/outbox.ts";
import type { JobMessage } from "#platform/messages.ts";
import { demoAccount, seedDemo, seedInstitution } from "../demo/seed.ts";
import type { Deps } from "../deps.ts";
import { type Operation, operation } from "../http/operation.ts";
import { attemptJob, MAX_RETRIES } from "../jobs/consume.ts";
import { tick } from "../jobs/tick.ts";

const mailSchema = z.object({
  id: z.string().max(60),
  recipient: z.string().max(254),
  subject: z.string().max(300),
  text: z.string().max(100_000),
  html: z.string().max(200_000),
  createdAt: z.iso.datetime(),
});

const demoPerson = { email: z.string().max(254), password: z.string().max(100) };

const count = z.number().int();
const roundSchema = z.object({ done: count, failed: count, jobs: z.record(z.string().max(60), count) });

export const devOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/dev/outbox",
    access: "public",
    summary: "Read the mails of a development run, as JSON or as a page",
    response: z.object({ mails: z.array(mailSchema).max(50) }),
    raw: [{ status: 200, type: "text/html" }],
    isDevelopmentOnly: true,
    handle: async ({ c, db }) => {
      const mails = await readOutbox(db);
      if (!(c.req.header("accept") ?? "").includes("text/html")) return { mails: mails.map(presentMail) };
      c.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'");
      return c.html(outboxPage(mails));
    },
  }),
  operation({
    method: "POST",
    path: "/api/dev/newsletter",
    access: "public",
    usesMarket: true,
    summary: "Mail the newsletter as it would be written now to the demo reader, whatever the day",
    rate: "signUp",
    body: z.strictObject({}),
    response: z.object({ sentTo: z.string().max(254), issue: newsletterIssueSchema }),
    isDevelopmentOnly: true,
    handle: async ({ record, marketNow, accounts, opensTo }) => {
      const issue = await newsletterIssueOf(record, marketNow());
      await previewNewsletter(accounts, demoAccount.email, { content: issue, opensTo });
      return { sentTo: demoAccount.email, issue };
    },
  }),
  operation({
    method: "POST",
    path: "/api/dev/jobs",
    access: "public",
    summary: "Run the jobs of a cron trigger now, and answer when all that they enqueue is done",
    rate: "developmentJobs",
    // `at` is the time to which the market clock is set, to rehearse past days.
    body: z.strictObject({ cron: z.string().max(60), at: z.iso.datetime().optional() }),
    response: roundSchema,
    isDevelopmentOnly: true,
    handle: ({
      c: {
        var: { deps },
      },
      body: { cron, at },
    }) => runJobsNow(at ? depsAt(deps, new Date(at)) : deps, cron),
  }),
  operation({
    method: "POST",
    path: "/api/dev/seed",
    access: "public",
    summary: "Make the demo account with a computed history, and one with an API key",
    rate: "signUp",
    body: z.strictObject({}),
    response: z.object({
      ...demoPerson,
      institution: z.object({ ...demoPerson, apiKey: z.string().max(100).nullable() }).nullable(),
    }),
    isDevelopmentOnly: true,
    handle: async ({ c }) => {
      const client = clientOf(c.req.raw);
      const { email, password } = await seedDemo(c.var.deps, client);
      return { email, password, institution: await seedInstitution(c.var.deps, client) };
    },
  }),
];

/**
 * Runs the jobs of a cron trigger and everything that they enqueue. A failed job is retried without a pause;
 * `failed` counts the ones that ended as dead letters.
 */
export async function runJobsNow(deps: Deps, cron: string): Promise<z.infer<typeof roundSchema>> {
  const waiting: { body: JobMessage; attempts: number }[] = [];
  const enqueue = async (messages: readonly JobMessage[]) =>
    void waiting.push(...messages.map((body) => ({ body, attempts: 1 })));
  await tick(enqueue, cron);
  const round: z.infer<typeof roundSchema> = { done: 0, failed: 0, jobs: {} };
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { body, attempts } = next;
    const end = await attemptJob({ ...deps, enqueue }, { body, attempts });
    // After the last attempt, `again` means that the dead letter could not be stored, which counts as failed.
    if (end.state === "again" && attempts <= MAX_RETRIES) waiting.push({ body, attempts: attempts + 1 });
    else if (end.state === "done") {
      round.done += 1;
      round.jobs[body.job] = (round.jobs[body.job] ?? 0) + 1;
    } else round.failed += 1;
  }
  return round;
}

function depsAt(deps: Deps, at: Date): Deps {
  const marketNow = () => at;
  return { ...deps, marketNow, record: (dataMode) => ({ ...deps.record(dataMode), marketNow }) };
}

function presentMail({ id, recipient, subject, text, html, createdAt }: OutboxMail) {
  return { id, recipient, subject, text, html, createdAt: createdAt.toISOString() };
}
