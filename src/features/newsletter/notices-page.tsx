import { useSearchParams } from "react-router";
import { mailedKinds } from "#contract/preferences.ts";
import { turnOffNotices } from "./api.ts";
import { LinkAction } from "./link-action.tsx";

/** What the link at the end of a notice opens: it turns off the kind of mail that the notice is one of. */
export default function NoticesPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const [, kind = ""] = token.split(".");
  const label = Object.entries(mailedKinds).find(([flag]) => flag === kind)?.[1] ?? "these mails";
  return (
    <LinkAction
      texts={{
        title: `Turn off ${label}`,
        text: "One click, and no more mails of this kind come. Your other mails stay as they are.",
        button: `Turn off ${label}`,
        done: "Turned off",
        doneText: "You can turn them on again in your account's notifications.",
      }}
      call={() => turnOffNotices(token)}
    />
  );
}
