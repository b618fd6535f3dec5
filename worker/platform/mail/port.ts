import { LoggedError } from "../log.ts";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
  /** A mail provider with `deliversOnce` hands over mails with the same key only once. */
  key?: string;
  /** This is the account's last mail, so no copy of it may keep the address. */
  isToDeletedAccount?: boolean;
};

/** The provider accepts no mail for a while. This does not count as an attempt for the mailbox. */
export class CarrierBusy extends LoggedError {
  override readonly name = "CarrierBusy";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Sending is to wait ${retryAfterSeconds} s.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Mailer {
  /** True when the provider deduplicates mails by their key within a day. */
  readonly deliversOnce: boolean;
  /** Throws when the mail was not handed over, and `CarrierBusy` when none can be handed over now. */
  send(mail: Mail): Promise<void>;
}
