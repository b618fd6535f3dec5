import type { RateRule } from "./rate-limiter.ts";

/** Every rate limit, by name. Counted per network unless its name says otherwise. */
export const rateRules = {
  /** Per user: a person reads a result before asking for the next; a script is slowed down. */
  analyze: { capacity: 60, perSeconds: 60 },
  /** Per user: a call takes one and puts it back once it counts, so these bound the runs that nobody pays for. */
  uncountedAnalysis: {
    capacity: 20,
    perSeconds: 3600,
    reason: "Too many of your analyses failed, were cancelled or are still running.",
  },
  /** Whoever verifies the ledger reads all of its pages. */
  record: { capacity: 240, perSeconds: 60 },
  search: { capacity: 120, perSeconds: 60 },
  /** Per user: names like one that nobody has, which cost a source more searches. */
  nearestNames: { capacity: 12, perSeconds: 60 },
  /** An office or a university shares one address. */
  signUp: { capacity: 200, perSeconds: 600 },
  signInAddress: { capacity: 120, perSeconds: 60 },
  /** Sign-ups answered "taken": beyond them a network learns nothing of further addresses. */
  takenAddress: { capacity: 20, perSeconds: 3600 },
  /** Each opens a page at the payment provider. */
  checkout: { capacity: 60, perSeconds: 60 },
  setUp: { capacity: 60, perSeconds: 600 },
  /** Wrong passwords for an account from one network: the eleventh at once waits, then one every 30 seconds. */
  signInAccount: { capacity: 10, perSeconds: 300 },
  /** The same from a device that signed in before: nobody else can use it up. */
  signInDevice: { capacity: 10, perSeconds: 300 },
  /** The same from all unknown devices: five networks can keep at it, more are a search for the password. */
  signInEverywhere: { capacity: 100, perSeconds: 600 },
  /** Per session: asking for one's own password again. Per account: codes of the second factor. */
  password: { capacity: 10, perSeconds: 60 },
  twoFactor: { capacity: 10, perSeconds: 600 },
  /** Per address: calls that send a mail or use a link of one; and per mailbox and kind of mail, so that nobody's is flooded. */
  mailedLink: { capacity: 60, perSeconds: 600 },
  mailbox: { capacity: 5, perSeconds: 900 },
  /** Per mailbox: mails that anybody can cause, of all kinds together. */
  unsolicitedMail: { capacity: 10, perSeconds: 3600 },
  /** Per user. */
  avatar: { capacity: 20, perSeconds: 600 },
  export: { capacity: 10, perSeconds: 600 },
} as const satisfies Record<string, RateRule>;

export type RateName = keyof typeof rateRules;
