import { type ReactNode, useId } from "react";
import { Check } from "./icons.tsx";

type ChoiceProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
};

export function Checkbox({ label, hint, checked, onChange, disabled, name }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <span className="relative mt-0.5 inline-flex size-5 shrink-0">
        <input
          id={id}
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-5 appearance-none rounded-sm border border-edge bg-surface checked:bg-primary checked:border-primary focus-ring disabled:opacity-55"
        />
        <Check className="size-4 pointer-events-none absolute left-0.5 top-0.5 text-on-primary opacity-0 peer-checked:opacity-100" />
      </span>
      <ChoiceTexts id={id} label={label} hint={hint} />
    </div>
  );
}

export function Switch({ label, hint, checked, onChange, disabled, name }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6 py-1">
      <ChoiceTexts id={id} label={label} hint={hint} />
      <span className="relative inline-flex h-6.5 w-11.5 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          name={name}
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="peer h-full w-full appearance-none rounded-full border border-edge bg-sunken checked:bg-primary checked:border-primary transition-colors duration-fast focus-ring disabled:opacity-55"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute left-1 top-1 size-4.5 rounded-full bg-edge transition-transform duration-base peer-checked:translate-x-5 peer-checked:bg-on-primary"
        />
      </span>
    </div>
  );
}

function ChoiceTexts({ id, label, hint }: { id: string; label: ReactNode; hint?: ReactNode }) {
  return (
    <span className="min-w-0">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      {hint && (
        <span id={`${id}-hint`} className="block text-sm text-muted">
          {hint}
        </span>
      )}
    </span>
  );
}
