import type { DataMode } from "#contract/prediction.ts";
import type { MailedKind } from "#contract/preferences.ts";
import { composeMail, type UnsubscribeLinks } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";
import { reasonOf, SAMPLE_DATA } from "./research-mails.ts";

type Alerts = {
  title: string;
  /** One line an alert. */
  lines: readonly string[];
  dataMode: DataMode;
  flag: MailedKind;
  url: string;
  unsubscribe: UnsubscribeLinks;
};

/** New alerts about watched companies, in one mail. */
export function alertMail(to: string, { title, lines, dataMode, flag, url, unsubscribe }: Alerts): Mail {
  return composeMail({
    to,
    subject: title,
    paragraphs: dataMode === "sample" ? [SAMPLE_DATA] : [],
    sections: [{ title: "Your watchlist", lines }],
    action: { label: lines.length === 1 ? "Open it" : "Open your alerts", url },
    reason: reasonOf(flag),
    unsubscribe,
  });
}
