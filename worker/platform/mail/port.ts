import { LoggedError } from "../log.ts";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
  /** Identifies the mail. A mailer with `deliversOnce` sends only one mail per key, so a retry is harmless. */
  key?: string;
  /** True for the mail that confirms an account's deletion. No stored copy of it may contain the address. */
  isToDeletedAccount?: boolean;
};

/** Thrown when the mail provider accepts no mail for a while. The attempt is not counted against the delivery. */
export class MailProviderBusyError extends LoggedError {
  override readonly name = "CarrierBusy";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Sending is to wait ${retryAfterSeconds} s.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Mailer {
  /** True when the provider sends only one of several mails with the same key within a day. */
  readonly deliversOnce: boolean;
  /**
   * Sends a mail. Throws `MailProviderBusyError` when no mail can be sent for a while, and another error when this mail
   * was not accepted.
   */
  send(mail: Mail): Promise<void>;
}
