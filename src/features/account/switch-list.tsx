import type { ReactNode } from "react";
import { Card, CardHeader } from "#ui/card.tsx";
import { Switch } from "#ui/choice.tsx";

export type SwitchTexts<Flag extends string> = { flag: Flag; label: string; hint: string };

type SwitchListProps<Flag extends string> = {
  id: string;
  title: string;
  icon: ReactNode;
  items: readonly SwitchTexts<Flag>[];
  flags: Readonly<Record<Flag, boolean>>;
  onChange: (flag: Flag, isOn: boolean) => void;
  /** Said below the switches. */
  children?: ReactNode;
};

/** A card of switches about one subject. */
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
