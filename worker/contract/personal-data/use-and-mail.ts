import { retentionDays, retentionHours } from "../retention.ts";
import { columns, type DataGroup, days, untilDeleted } from "./datum.ts";

export const useData: DataGroup = {
  id: "use-data",
  title: "Use of the product",
  data: [
    {
      what: "Predictions you asked for: ticker, time, what we answered, and how it ended",
      why: "Your history and your figures",
      retention: untilDeleted,
      where: [
        ...columns(
          "predictions",
          "id",
          "request_key",
          "snapshot_id",
          "symbol",
          "prediction_type",
          "beat_probability",
          "called_probability",
          "confidence",
          "created_at",
          "state",
          "is_correct",
        ),
        ...columns(
          "tallies",
          "dimension",
          "key",
          "n",
          "correct",
          "beats",
          "called_beat",
          "called_beat_correct",
          "probability_sum",
          "brier_sum",
          "base_brier_sum",
        ),
      ],
    },
    {
      what: "Calls used in the current month, with their tickers; those of a free account under a keyed hash of your mailbox's address",
      why: "To count them against your plan; a mailbox has one free quota",
      retention: `${days(retentionDays.callPeriod)} after the month, or until you delete the account; the free count, without account number and tickers, at most ${retentionHours.freeQuota} hour after the month`,
      where: ["object:QuotaCounter.calls"],
    },
    {
      what: "Reported results you sent in: figure, link and time",
      why: "To review a settlement; they are never published",
      retention: untilDeleted,
      where: columns(
        "result_reports",
        "prediction_id",
        "symbol",
        "fiscal_quarter_end",
        "eps",
        "url",
        "dismissed_at",
        "created_at",
      ),
    },
  ],
};

export const mailData: DataGroup = {
  id: "mail-data",
  title: "Mail",
  data: [
    {
      what: "Newsletter: your address, a hash of the confirmation link, when you asked and confirmed",
      why: "To send it to those who want it",
      retention: `Until you unsubscribe or delete the account; unconfirmed, ${days(retentionDays.unconfirmedNewsletter)}`,
      where: columns(
        "newsletter_subscribers",
        "id",
        "email",
        "confirm_hash",
        "confirm_expires_at",
        "confirmed_at",
        "created_at",
      ),
    },
    {
      what: "Which newsletters were sent to your address, and what became of each",
      why: "So that none comes twice",
      retention: days(retentionDays.sentNotice),
      where: columns(
        "newsletter_deliveries",
        "issue",
        "subscriber_id",
        "sent_at",
        "state",
        "attempts",
        "retry_at",
      ),
    },
    {
      what: "Which notices were sent to you, when, and whether they arrived at your mail server",
      why: "So that none comes twice",
      retention: days(retentionDays.sentNotice),
      where: columns("sent_notices", "notice", "sent_at", "state", "attempts", "retry_at"),
    },
    {
      what: "Browsers that you turned push messages on in: the address at the browser's push service, and the keys to encrypt for it",
      why: "To send push messages to them",
      retention:
        "Until you turn them off or sign out there, the session ends, or the push service no longer knows the browser",
      where: columns(
        "push_devices",
        "id",
        "user_id",
        "session_id",
        "endpoint",
        "p256dh",
        "auth",
        "created_at",
      ),
    },
    {
      what: "Work of ours that failed for good, with the ids of the accounts, readers or payments that it was for",
      why: "To find out why, and to do it later",
      retention: days(retentionDays.deadLetter),
      where: columns("dead_letters", "id", "job", "body", "error", "times", "first_at", "last_at"),
    },
    {
      what: "Copies of mails, in development runs only",
      why: "To look at mails without sending them",
      retention: days(retentionDays.outbox),
      where: columns("outbox", "id", "recipient", "subject", "text", "html", "created_at", "delivery_key"),
    },
  ],
};
