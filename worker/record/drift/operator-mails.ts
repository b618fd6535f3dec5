import { composeMail } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";

type DriftNews = { week: string; news: readonly string[]; standing: readonly string[] };

export function driftMail(to: string, { week, news, standing }: DriftNews, url: string): Mail {
  return composeMail({
    to,
    subject: `Calibration alarm, week ${week}`,
    paragraphs: [
      "The predictions settled in the last thirteen weeks are further from their outcomes than we tolerate.",
      "Nothing was changed. Where a recalibration would have helped, its figures are on the track record page.",
    ],
    sections: [
      { title: "New this week", lines: news },
      ...(standing.length > 0 ? [{ title: "From earlier weeks", lines: standing }] : []),
    ],
    action: { label: "Open the track record", url },
    reason: "You get this email because your address is one of this deployment's operators.",
  });
}
