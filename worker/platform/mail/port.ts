import { LoggedError } from "../log.ts";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
  /** Names the delivery: a carrier that `deliversOnce` hands mails with the same key over once. */
  key?: string;
  /** True for the last mail to a deleted account: whoever keeps a copy may not keep the address. */
  isToDeletedAccount?: boolean;
};

/** A carrier that takes no mail for a while, whoever it is for: no attempt of a mailbox. */
export class CarrierBusy extends LoggedError {
  override readonly name = "CarrierBusy";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Sending is to wait ${retryAfterSeconds} s.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Mailer {
  /** Whether a mail may be sent again with the same key, within a day, without arriving twice. */
  readonly deliversOnce: boolean;
  /** Throws when a mail could not be handed over, `CarrierBusy` when none can be now. */
  send(mail: Mail): Promise<void>;
}
