/** A mail as it is written here, before anyone carries it. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
  /** True for the last mail to a deleted account: whoever keeps a copy may not keep the address. */
  isFarewell?: boolean;
};

/** Carries mails. Throws when a mail could not be handed over. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
