import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from "react";
import { classes } from "./classes.ts";
import { ChevronDown, Eye, EyeOff, Warning } from "./icons.tsx";

type FieldTexts = {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  isLabelHidden?: boolean;
};

export const fieldClasses =
  "w-full min-h-11 rounded-md border border-edge bg-surface px-3.5 text-base text-ink placeholder:text-muted transition-colors duration-fast focus-ring [&[readonly]]:bg-sunken disabled:bg-sunken disabled:text-muted aria-[invalid=true]:border-danger";

/**
 * Classes of a row of filters. Each select is as wide as its selected option, or in older browsers as its
 * longest option.
 */
export const filterRowClasses =
  "flex flex-wrap gap-2 md:gap-3 *:flex-auto md:*:flex-none *:max-w-full [&_select]:[field-sizing:content]";

type Wiring = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

type FieldProps = FieldTexts & { id?: string; children: (wiring: Wiring) => ReactNode };

export function Field({ label, hint, error, isLabelHidden, id, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = classes(error && errorId, Boolean(hint) && hintId);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={controlId} className={isLabelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      {children({
        id: controlId,
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
        ...(error ? { "aria-invalid": true } : {}),
      })}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm text-danger">
          <Warning className="size-4 mt-0.5" /> {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldTexts &
  InputHTMLAttributes<HTMLInputElement> & { ref?: React.Ref<HTMLInputElement> };

export function TextField({ label, hint, error, isLabelHidden, id, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} id={id}>
      {(wiring) => <input type="text" {...rest} {...wiring} className={classes(fieldClasses, className)} />}
    </Field>
  );
}

export function PasswordField({ label, hint, error, isLabelHidden, id, className, ...rest }: TextFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} id={id}>
      {(wiring) => (
        <div className="relative">
          <input
            {...rest}
            {...wiring}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={classes(fieldClasses, "pr-12", className)}
          />
          <button
            type="button"
            aria-label={isShown ? "Hide password" : "Show password"}
            onClick={() => setIsShown(!isShown)}
            className="absolute right-0 top-0 inline-flex size-11 items-center justify-center rounded-md text-muted hover:text-ink focus-ring"
          >
            {isShown ? <EyeOff /> : <Eye />}
          </button>
        </div>
      )}
    </Field>
  );
}

type TextAreaFieldProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextAreaField({
  label,
  hint,
  error,
  isLabelHidden,
  id,
  className,
  ...rest
}: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} id={id}>
      {(wiring) => (
        <textarea rows={4} {...rest} {...wiring} className={classes(fieldClasses, "py-2.5", className)} />
      )}
    </Field>
  );
}

type SelectFieldProps = FieldTexts &
  SelectHTMLAttributes<HTMLSelectElement> & { options: readonly { value: string; label: string }[] };

/** Uses the browser's own select, which works best on a phone and for screen readers. */
export function SelectField({
  label,
  hint,
  error,
  isLabelHidden,
  id,
  className,
  options,
  ...rest
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} id={id}>
      {(wiring) => (
        <div className="relative">
          <select {...rest} {...wiring} className={classes(fieldClasses, "appearance-none pr-10", className)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="size-4 pointer-events-none absolute right-3.5 top-3.5 text-muted" />
        </div>
      )}
    </Field>
  );
}
