import { usePageTitle } from "#lib/browser.ts";
import { useAction } from "#lib/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Mail, Warning } from "#ui/icons.tsx";
import { ScreenMessage } from "#ui/screen-message.tsx";

type LinkTexts = { title: string; text: string; button: string; done: string; doneText: string };

type LinkActionProps = {
  texts: LinkTexts;
  /** The call that the button makes. */
  call: () => Promise<unknown>;
};

/** Opened by a mailed link. It asks for a click, because mail scanners open links too. */
export function LinkAction({ texts, call }: LinkActionProps) {
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
