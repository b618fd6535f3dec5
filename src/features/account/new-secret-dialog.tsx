import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Refusal, useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { securityEventsQuery } from "./api.ts";
import { RecentPasswordField } from "./recent-password-field.tsx";
import { ShownOnce, type ShownOnceTexts } from "./shown-once.tsx";
import { useRecentPassword } from "./use-recent-password.ts";

type NewSecretDialogProps<Fields> = {
  title: string;
  button: { label: string; pendingLabel?: string };
  failure: { title: string; fallback: string };
  /** What is sent beside the password. */
  read: (entry: (name: string) => string) => Fields;
  check?: (fields: Fields) => Refusal | null;
  /** Answers the secret. */
  call: (sent: Fields & { password?: string }) => Promise<string>;
  /** The list that is read again once the secret is made. */
  listKey: QueryKey;
  /** The title and the texts beside the secret. */
  shown: ShownOnceTexts & { title: string };
  onClose: () => void;
  children: (errorOf: (name: string) => string | null) => ReactNode;
};

/** Makes a secret of the account and shows it once. Asks for the password when the sign-in is not recent. */
export function NewSecretDialog<Fields extends object>(props: NewSecretDialogProps<Fields>) {
  const { title, button, failure, read, check, call, listKey, shown, onClose, children } = props;
  const { title: shownTitle, ...shownTexts } = shown;
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const password = useRecentPassword(failure);
  const { isPending, errorOf, onSubmit } = useForm<Fields & { password?: string }, string>({
    ...password.action,
    read: (entry) => ({
      ...read(entry),
      ...(entry("password") ? { password: entry("password") } : {}),
    }),
    check,
    call,
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: listKey });
      void queryClient.invalidateQueries(securityEventsQuery());
      setSecret(made);
    },
  });
  const isMade = secret !== null;
  return (
    <Dialog isOpen onClose={onClose} isAlert={isMade} title={isMade ? shownTitle : title}>
      {isMade ? (
        <ShownOnce {...shownTexts} value={secret} onDone={onClose} />
      ) : (
        <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
          {children(errorOf)}
          {password.isAsked && <RecentPasswordField error={errorOf("password")} />}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" isLoading={isPending}>
              {isPending ? (button.pendingLabel ?? button.label) : button.label}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
