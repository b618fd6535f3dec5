import { type FormEvent, useRef, useState } from "react";
import { showToast } from "./toast.ts";
import { type Action, failureText, refusedFields, useAction } from "./use-action.ts";

type Texts = Readonly<Record<string, string | undefined>>;
export type Refusal = { title?: string; text?: string; fields?: Texts; focus?: string };

type Form<Input, Result> = Action<Input, Result> & {
  read: (entry: (name: string) => string) => Input;
  /** Null when it may be sent. */
  check?: (input: Input) => Refusal | null;
  fieldOf?: (error: unknown) => string;
  isEmptiedAfterwards?: boolean;
};

/** Refusals stand at their fields; the first has the focus. What was typed stays. */
export function useForm<Input, Result = unknown>(form: Form<Input, Result>) {
  const element = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<Texts>({});
  const textsOf = (error: unknown): Texts =>
    form.fieldOf ? { [form.fieldOf(error)]: failureText(form, error) } : refusedFields(error);
  const focus = (name: string | undefined) =>
    name && element.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();

  const { run, reset, error, ...state } = useAction<Input, Result>({
    ...form,
    onSuccess: (result, input) => {
      if (form.isEmptiedAfterwards) element.current?.reset();
      form.onSuccess?.(result, input);
    },
    onFailure: (error) => {
      form.onFailure?.(error);
      focus(Object.keys(textsOf(error))[0]);
    },
  });
  const texts = error ? textsOf(error) : refused;

  return {
    ...state,
    /** Null without a refusal. */
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
      focus(refusal.focus ?? Object.keys(refusal.fields ?? {})[0]);
    },
  };
}
