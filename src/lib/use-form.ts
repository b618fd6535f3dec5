import { type FormEvent, useRef, useState } from "react";
import { type FailureTitle, showToast } from "./toast.ts";
import { type Action, failureText, fieldErrorsOf, useAction } from "./use-action.ts";

type Texts = Readonly<Record<string, string | undefined>>;
/** Why a form cannot be sent, by field. A refusal with a `title` is also shown as a toast. */
export type FormError = { title?: FailureTitle; text?: string; fields?: Texts; focus?: string };

type Form<Input, Result> = Action<Input, Result> & {
  read: (entry: (name: string) => string) => Input;
  /** Returns why the input cannot be sent, or null if it can. */
  check?: (input: Input) => FormError | null;
  /** Returns the field at which an error of the server is shown, or null to show it beside the button. */
  fieldOf?: (error: unknown) => string | null;
  isEmptiedAfterwards?: boolean;
};

/**
 * Submits a form. Refusals are shown at their fields, the first of which gets the focus, or as `message` if
 * they concern no field. The person's input is kept.
 */
export function useForm<Input, Result = unknown>(form: Form<Input, Result>) {
  const element = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<Texts>({});
  const [isAtField, setIsAtField] = useState(false);
  const textsOf = (error: unknown): Texts => {
    if (!form.fieldOf) return fieldErrorsOf(error);
    const field = form.fieldOf(error);
    return field === null ? {} : { [field]: failureText(form, error) };
  };
  const fieldNamed = (name: string | undefined) =>
    element.current?.querySelector<HTMLElement>(`[name="${name}"]`) ?? null;

  const { run, reset, error, message, ...state } = useAction<Input, Result>({
    ...form,
    onSuccess: (result, input) => {
      if (form.isEmptiedAfterwards) element.current?.reset();
      form.onSuccess?.(result, input);
    },
    onFailure: (error) => {
      form.onFailure?.(error);
      const names = Object.keys(textsOf(error));
      setIsAtField(names.some(fieldNamed));
      fieldNamed(names[0])?.focus();
    },
  });
  const texts = error ? textsOf(error) : refused;

  return {
    ...state,
    message: isAtField ? null : message,
    /** Returns the text of the field's refusal, or null if there is none. */
    errorOf: (name: string) => texts[name] ?? null,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (state.isPending) return;
      element.current = event.currentTarget;
      const data = new FormData(event.currentTarget);
      const input = form.read((name) => String(data.get(name) ?? ""));
      const refusal = form.check?.(input) ?? null;
      setRefused(refusal?.fields ?? {});
      if (!refusal) return run(input);
      reset();
      if (refusal.title) showToast({ tone: "destructive", title: refusal.title, description: refusal.text });
      fieldNamed(refusal.focus ?? Object.keys(refusal.fields ?? {})[0])?.focus();
    },
  };
}
