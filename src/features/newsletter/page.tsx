import { useLocation, useSearchParams } from "react-router";
import { confirmSubscription, unsubscribe } from "./api.ts";
import { LinkAction } from "./link-action.tsx";

const texts = {
  confirm: {
    title: "Confirm your subscription",
    text: "One click, and the newsletter comes to you on Mondays.",
    button: "Confirm the subscription",
    done: "You are subscribed",
    doneText: "Each newsletter has a link that ends the subscription.",
  },
  unsubscribe: {
    title: "Leave the newsletter",
    text: "One click, and no more newsletters come.",
    button: "Unsubscribe",
    done: "You have been unsubscribed",
    doneText: "Your address has been removed from the newsletter.",
  },
} as const;

/** What the links of the newsletter's mails open. */
export default function NewsletterPage() {
  const action = useLocation().pathname === "/newsletter/confirm" ? "confirm" : "unsubscribe";
  const token = useSearchParams()[0].get("token") ?? "";
  const call = action === "confirm" ? confirmSubscription : unsubscribe;
  return <LinkAction texts={texts[action]} call={() => call(token)} />;
}
