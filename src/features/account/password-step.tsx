import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { RequestError } from "#lib/request.ts";
import type { Action } from "#lib/use-action.ts";
import { useForm } from "#lib/use-form.ts";
import { signInWaysQuery } from "./api.ts";
import { CodeField, ProofFields, type StepButton, StepButtons } from "./proof-fields.tsx";

type PasswordAndCode = { password: string; code: string };

type PasswordStepProps<Result> = Pick<
  Action<PasswordAndCode, Result>,
  "call" | "success" | "refresh" | "onSuccess"
> & {
  text: ReactNode;
  button: StepButton;
  asksForCode?: boolean;
  isPasswordRequired?: boolean;
  onCancel: () => void;
};

/**
 * For steps that a stolen session alone must not take. An account without a password needs a recent sign-in.
 */
export function PasswordStep<Result>(props: PasswordStepProps<Result>) {
  const { text, button, asksForCode = false, isPasswordRequired = true, onCancel, ...action } = props;
  const { data } = useQuery(signInWaysQuery());
  const mustType = isPasswordRequired && data?.hasPassword !== false;
  const { isPending, errorOf, onSubmit } = useForm<PasswordAndCode, Result>({
    ...action,
    failure: { fallback: "That did not work. Please try again." },
    read: (entry) => ({ password: entry("password"), code: entry("code").trim() }),
    check: ({ password, code }) => {
      if (mustType && !password) return { fields: { password: "Please enter your password." } };
      return asksForCode && !code ? { fields: { code: "Please enter the code." } } : null;
    },
    fieldOf: (error) =>
      error instanceof RequestError && error.body?.code === "wrong_code" ? "code" : "password",
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <p className="text-muted">{text}</p>
      <ProofFields error={errorOf("password")} isPasswordRequired={isPasswordRequired} />
      {asksForCode && <CodeField error={errorOf("code")} />}
      <StepButtons button={button} isPending={isPending} onCancel={onCancel} />
    </form>
  );
}

/** A refusal because the sign-in is not recent shows no failure: the screen asks for the password. */
export function useRecentPassword(failure: Action<void, unknown>["failure"]) {
  const [isAsked, setIsAsked] = useState(false);
  return {
    isAsked,
    isAskedAfter: (error: unknown) => isAsked || asksForPassword(error),
    stopAsking: () => setIsAsked(false),
    action: {
      failure: { ...failure, isSilent: asksForPassword },
      onFailure: (error: unknown) => {
        if (asksForPassword(error)) setIsAsked(true);
      },
    },
  };
}

/** Because the sign-in is not recent. */
function asksForPassword(failure: unknown): boolean {
  return failure instanceof RequestError && failure.body?.fields?.password !== undefined;
}
