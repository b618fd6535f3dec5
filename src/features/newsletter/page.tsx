import { useMutation } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { usePageTitle } from "#lib/page-title.ts";
import { messageOf, send } from "#lib/request.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Mail, Warning } from "#ui/icons.tsx";
import { ScreenMessage } from "#ui/screen-message.tsx";

const texts = {
  confirm: {
    title: "Confirm your subscription",
    text: "One click, and the newsletter comes to you.",
    button: "Confirm the subscription",
    done: "You are subscribed",
    doneText: "Each newsletter has a link that ends it with one click.",
  },
  unsubscribe: {
    title: "Leave the newsletter",
    text: "One click, and no more newsletters come.",
    button: "Unsubscribe",
    done: "You have been unsubscribed",
    doneText: "Your address has been removed.",
  },
} as const;

/** What the links of the newsletter's mails open. A button, because mail scanners open links too. */
export default function NewsletterPage() {
  const action = useParams().action === "confirm" ? "confirm" : "unsubscribe";
  const text = texts[action];
  usePageTitle(text.title);
  const token = useSearchParams()[0].get("token") ?? "";
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      action === "confirm"
        ? send("/api/newsletter/confirm", { method: "POST", body: { token } })
        : send(`/api/newsletter/unsubscribe?token=${encodeURIComponent(token)}`, { method: "POST" }),
  });
  const home = (
    <LinkButton href="/" variant={isSuccess || error ? "primary" : "secondary"}>
      Return to Home
    </LinkButton>
  );

  if (error)
    return (
      <ScreenMessage
        icon={<Warning className="size-7" />}
        title="This did not work"
        text={messageOf(error, "Please try again in a moment.")}
        action={home}
      />
    );
  return (
    <ScreenMessage
      icon={<Mail className="size-7" />}
      title={isSuccess ? text.done : text.title}
      text={isSuccess ? text.doneText : text.text}
      action={
        <>
          {!isSuccess && (
            <Button isLoading={isPending} onClick={() => mutate()}>
              {text.button}
            </Button>
          )}
          {home}
        </>
      }
    />
  );
}
