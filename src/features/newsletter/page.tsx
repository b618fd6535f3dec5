import { useLocation } from "react-router";
import { emailPreferenceLabels } from "#contract/preferences.ts";
import { usePageTitle } from "#lib/browser.ts";
import { useAction } from "#lib/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { ScreenMessage } from "#ui/empty-state.tsx";
import { Mail, Warning } from "#ui/icons.tsx";
import { confirmSubscription, turnOffNotices, unsubscribe } from "./api.ts";

const newsletterTexts = {
  confirm: {
    title: "Confirm your subscription",
    text: "One click, and you get the newsletter on Mondays.",
    button: "Confirm the subscription",
    done: "You are subscribed",
    doneText: "Each newsletter has a link that ends the subscription.",
  },
  unsubscribe: {
    title: "Unsubscribe from the newsletter",
    text: "One click, and you get no more newsletters.",
    button: "Unsubscribe",
    done: "You have been unsubscribed",
    doneText: "Your address has been removed from the newsletter.",
  },
} as const;

export default function MailedLinkPage() {
  const { pathname, hash } = useLocation();
  // The token is in the URL's fragment, which browsers do not send, so no log contains it.
  const token = hash.slice(1);
  if (pathname === "/notices/unsubscribe")
    return <LinkAction texts={noticeTexts(token)} call={() => turnOffNotices(token)} />;
  if (pathname === "/newsletter/confirm")
    return <LinkAction texts={newsletterTexts.confirm} call={() => confirmSubscription(token)} />;
  return <LinkAction texts={newsletterTexts.unsubscribe} call={() => unsubscribe(token)} />;
}

function noticeTexts(token: string) {
  const [, kind = ""] = token.split(".");
  const label = Object.entries(emailPreferenceLabels).find(([flag]) => flag === kind)?.[1] ?? "these emails";
  return {
    title: `Turn off ${label}`,
    text: "One click, and you get no more emails of this kind. Your other emails stay as they are.",
    button: `Turn off ${label}`,
    done: "Turned off",
    doneText: "You can turn them on again in your account's notifications.",
  };
}

type LinkTexts = { title: string; text: string; button: string; done: string; doneText: string };

type LinkActionProps = {
  texts: LinkTexts;
  call: () => Promise<unknown>;
};

/**
 * Runs the action of an emailed link after a click. It asks for the click because mail scanners open links too.
 */
function LinkAction({ texts, call }: LinkActionProps) {
  usePageTitle(texts.title);
  const { run, isPending, isSuccess, message } = useAction({
    call,
    failure: { fallback: "Please try again in a moment." },
  });
  const home = (
    <LinkButton href="/" variant={isSuccess || message ? "primary" : "secondary"}>
      Return to Home
    </LinkButton>
  );

  if (message)
    return (
      <ScreenMessage
        icon={<Warning className="size-7" />}
        title="This did not work"
        text={message}
        action={home}
      />
    );
  return (
    <ScreenMessage
      icon={<Mail className="size-7" />}
      title={isSuccess ? texts.done : texts.title}
      text={isSuccess ? texts.doneText : texts.text}
      action={
        <>
          {!isSuccess && (
            <Button isLoading={isPending} onClick={() => run()}>
              {texts.button}
            </Button>
          )}
          {home}
        </>
      }
    />
  );
}
