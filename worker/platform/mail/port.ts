import { LoggedError } from "../log.ts";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
  /** A carrier that `deliversOnce` hands mails of one key over once. */
  key?: string;
  /** The last mail: no copy may keep the address. */
  isToDeletedAccount?: boolean;
};

/** Takes no mail for a while: no attempt of a mailbox. */
export class CarrierBusy extends LoggedError {
  override readonly name = "CarrierBusy";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Sending is to wait ${retryAfterSeconds} s.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Mailer {
  /** Within a day, by key. */
  readonly deliversOnce: boolean;
  /** Throws when not handed over, `CarrierBusy` when none can be now. */
  send(mail: Mail): Promise<void>;
}
