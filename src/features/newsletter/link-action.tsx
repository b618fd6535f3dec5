import { useMutation } from "@tanstack/react-query";
import { usePageTitle } from "#lib/page-title.ts";
import { messageOf, send } from "#lib/request.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Mail, Warning } from "#ui/icons.tsx";
import { ScreenMessage } from "#ui/screen-message.tsx";

export type LinkTexts = { title: string; text: string; button: string; done: string; doneText: string };

type LinkActionProps = {
  texts: LinkTexts;
  /** The call that the button makes. */
  call: { path: string; body?: unknown };
};

/** What a mailed link opens. A button, because mail scanners open links too. */
export function LinkAction({ texts, call: { path, body } }: LinkActionProps) {
  usePageTitle(texts.title);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => send(path, { method: "POST", body }),
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
      title={isSuccess ? texts.done : texts.title}
      text={isSuccess ? texts.doneText : texts.text}
      action={
        <>
          {!isSuccess && (
            <Button isLoading={isPending} onClick={() => mutate()}>
              {texts.button}
            </Button>
          )}
          {home}
        </>
      }
    />
  );
}
