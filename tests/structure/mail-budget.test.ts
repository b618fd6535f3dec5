import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/**
 * Only these files may hand over an email: either behind the mailbox's budget, or as a notification that goes once
 * to each person who wants it.
 */
const doors = [
  /^worker\/accounts\/mail\/send-mail\.ts$/,
  /^worker\/notifications\//,
  /^worker\/platform\/mail\//,
];

describe("attack: a mail past the mailbox's budget", () => {
  it("has no other way out: every other module sends by sendMail", () => {
    const senders = globSync("worker/**/*.ts").filter((file) =>
      /\bmailer\??\s*\.send\(/.test(readFileSync(file, "utf8")),
    );
    expect(senders).toContain("worker/accounts/mail/send-mail.ts");
    expect(senders.filter((file) => !doors.some((door) => door.test(file)))).toEqual([]);
  });
});
