import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type FormError, useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { CopyButton } from "#ui/domain/copy-button.tsx";
import { ActionFailure, Notice } from "#ui/notice.tsx";
import { securityEventsQuery } from "./api.ts";
import { useRecentPassword } from "./password-step.tsx";
import { ProofFields } from "./proof-fields.tsx";

type NewSecretDialogProps<Fields> = {
  title: string;
  button: { label: string; pendingLabel?: string };
  failure: string;
  read: (entry: (name: string) => string) => Fields;
  check?: (fields: Fields) => FormError | null;
  call: (sent: Fields & { password?: string }) => Promise<string>;
  listKey: QueryKey;
  shown: ShownOnceTexts & { title: string };
  onClose: () => void;
  children: (errorOf: (name: string) => string | null) => ReactNode;
};

/** Creates a secret, such as an API key, and shows it once. Creating it requires a recent sign-in. */
export function NewSecretDialog<Fields extends object>(props: NewSecretDialogProps<Fields>) {
  const { title, button, failure, read, check, call, listKey, shown, onClose, children } = props;
  const { title: shownTitle, ...shownTexts } = shown;
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const password = useRecentPassword({ fallback: failure });
  const { isPending, errorOf, message, onSubmit } = useForm<Fields & { password?: string }, string>({
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
          {password.isAsked && <ProofFields error={errorOf("password")} hint="You signed in a while ago." />}
          <ActionFailure message={message} />
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

type CheckboxListProps<Choice extends string> = {
  legend: string;
  choices: readonly Choice[];
  texts: Record<Choice, { label: string; hint: string }>;
  chosen: readonly Choice[];
  onChange: (chosen: Choice[]) => void;
  error?: string | null;
};

export function CheckboxList<Choice extends string>(props: CheckboxListProps<Choice>) {
  const { legend, choices, texts, chosen, onChange, error = null } = props;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          {...texts[choice]}
          checked={chosen.includes(choice)}
          onChange={(isOn) =>
            onChange(choices.filter((option) => (option === choice ? isOn : chosen.includes(option))))
          }
        />
      ))}
      <ActionFailure message={error} />
    </fieldset>
  );
}

type ShownOnceTexts = {
  name: string;
  warning: string;
  store: string;
  testId: string;
};

type ShownOnceProps = ShownOnceTexts & { value: string; onDone: () => void };

function ShownOnce({ name, value, warning, store, testId, onDone }: ShownOnceProps) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warn" title={`This ${name} is shown once`}>
        {warning}
      </Notice>
      <p data-testid={testId} className="select-all break-all rounded-md bg-sunken p-4 font-mono text-sm">
        {value}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <CopyButton text={value} then={store} otherwise={`Please select the ${name} and copy it.`} />
        <Button onClick={onDone}>I have saved it</Button>
      </div>
    </div>
  );
}
