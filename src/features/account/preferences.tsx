import { type ReactNode, useState } from "react";
import type { User } from "#contract/account.ts";
import { useSession } from "#lib/session.tsx";
import { type Action, useAction } from "#lib/use-action.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { Switch } from "#ui/choice.tsx";
import { Info } from "#ui/icons.tsx";

type Flags = Record<string, boolean>;
type Saving<Of extends Flags> = Required<Pick<Action<Partial<Of>, { user: User }>, "call" | "success">> &
  Pick<Action<Partial<Of>, { user: User }>, "refresh"> & { failedText: string };

/**
 * Saves switches of the account. It sends only those that were changed, so that two tabs do not undo each
 * other's changes.
 */
export function useSavePreferences<Of extends Flags>(stored: Of, { failedText, ...saving }: Saving<Of>) {
  const { setUser } = useSession();
  const [changed, setChanged] = useState<Partial<Of>>({});
  const { isPending, run } = useAction<Partial<Of>, { user: User }>({
    ...saving,
    failure: { title: "Update Failed", fallback: failedText },
    onSuccess: ({ user }, saved) => {
      setUser(user);
      const isUnsaved = ([flag, isOn]: [string, unknown]) => saved[flag] !== isOn;
      setChanged((now) => Object.fromEntries(Object.entries(now).filter(isUnsaved)) as Partial<Of>);
    },
  });
  return {
    flags: { ...stored, ...changed },
    change: (flag: keyof Of, isOn: boolean) => setChanged((now) => ({ ...now, [flag]: isOn })),
    save: () => run(changed),
    isPending,
  };
}

export type SwitchTexts<Flag extends string> = { flag: Flag; label: string; hint: string };

type SwitchListProps<Flag extends string> = {
  id: string;
  title: string;
  icon: ReactNode;
  items: readonly SwitchTexts<Flag>[];
  flags: Readonly<Record<Flag, boolean>>;
  onChange: (flag: Flag, isOn: boolean) => void;
  children?: ReactNode;
};

export function SwitchList<Flag extends string>(props: SwitchListProps<Flag>) {
  const { id, title, icon, items, flags, onChange, children } = props;
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} icon={icon} title={title} />
      <div className="flex flex-col gap-3">
        {items.map(({ flag, label, hint }) => (
          <Switch
            key={flag}
            name={flag}
            label={label}
            hint={hint}
            checked={flags[flag]}
            onChange={(isOn) => onChange(flag, isOn)}
          />
        ))}
        {children}
      </div>
    </Card>
  );
}

type NotOfferedProps = { id: string; items: readonly { label: string; text: string }[] };

export function NotOffered({ id, items }: NotOfferedProps) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} icon={<Info />} title="Not Offered" />
      <dl className="flex flex-col gap-3">
        {items.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-sm font-semibold">{label}</dt>
            <dd className="text-sm text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
