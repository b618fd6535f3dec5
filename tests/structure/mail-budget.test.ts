import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Where a mail may be handed over: behind the mailbox's budget, or once a notice or issue to those who want it. */
const doors = [
  "worker/accounts/mail/send-mail.ts",
  "worker/notifications/alerts/send.ts",
  /^worker\/accounts\/notices\//,
  /^worker\/mail\//,
];

describe("attack: a mail past the mailbox's budget", () => {
  it("has no door: every other room sends by sendMail", () => {
    const senders = globSync("worker/**/*.ts").filter((file) =>
      /\bmailer\??\s*\.send\(/.test(readFileSync(file, "utf8")),
    );
    expect(senders).toContain("worker/accounts/mail/send-mail.ts");
    const others = senders.filter((file) =>
      doors.every((door) => (typeof door === "string" ? door !== file : !door.test(file))),
    );
    expect(others).toEqual([]);
  });
});
