import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Proof } from "#contract/sign-in-methods.ts";
import { RequestError } from "#lib/request.ts";
import type { Action, SuccessToast } from "#lib/use-action.ts";
import { useForm } from "#lib/use-form.ts";
import { ActionFailure } from "#ui/notice.tsx";
import { securityEventsQuery, signInMethodsQuery } from "./api.ts";
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
 * Asks for the password before a step that a stolen session alone must not take. An account without a password
 * needs a recent sign-in.
 */
export function PasswordStep<Result>(props: PasswordStepProps<Result>) {
  const { text, button, asksForCode = false, isPasswordRequired = true, onCancel, ...action } = props;
  const { data } = useQuery(signInMethodsQuery());
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

/**
 * Asks for the password only after the server refused the request because the sign-in is not recent. That
 * refusal is not shown as a failure.
 */
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

/** Returns whether the request was refused because the sign-in is not recent. */
function asksForPassword(failure: unknown): boolean {
  return failure instanceof RequestError && failure.body?.fields?.password !== undefined;
}

type ProvenStepProps = {
  success?: SuccessToast;
  text: ReactNode;
  button: StepButton;
  failure: string;
  call: (proof: Proof, entry: (name: string) => string) => Promise<unknown>;
  children?: (errorOf: (name: string) => string | null) => ReactNode;
  onDone: () => void;
};

/** A step that asks for the password, and a code if needed, when the sign-in is not recent. */
export function ReauthenticationStep({
  text,
  button,
  failure,
  call,
  success,
  children,
  onDone,
}: ProvenStepProps) {
  const queryClient = useQueryClient();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const password = useRecentPassword({ fallback: failure });
  const asksForCode = (error: unknown) =>
    error instanceof RequestError && error.body?.fields?.code !== undefined;
  type Entered = { proof: Proof; entry: (name: string) => string };
  const { isPending, errorOf, message, onSubmit } = useForm<Entered>({
    ...(success ? { success } : {}),
    failure: {
      fallback: failure,
      isSilent: (error) => password.action.failure.isSilent(error) || asksForCode(error),
    },
    read: (entry) => ({
      proof: { password: entry("password") || undefined, code: entry("code").trim() || undefined },
      entry,
    }),
    call: ({ proof, entry }) => call(proof, entry),
    onFailure: (error) => {
      password.action.onFailure(error);
      if (asksForCode(error)) setCodeAsked(true);
    },
    fieldOf: (error) => {
      const code = error instanceof RequestError ? error.body?.code : null;
      if (code === "wrong_code" || asksForCode(error)) return "code";
      return code === "wrong_password" || code === "confirmation_required" ? "password" : null;
    },
    onSuccess: () => {
      void queryClient.invalidateQueries(signInMethodsQuery());
      void queryClient.invalidateQueries(securityEventsQuery());
      onDone();
    },
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <p className="text-muted">{text}</p>
      {children?.(errorOf)}
      {password.isAsked && <ProofFields error={errorOf("password")} hint="You signed in a while ago." />}
      {isCodeAsked && <CodeField error={errorOf("code")} autoFocus />}
      <ActionFailure message={message} />
      <StepButtons button={button} isPending={isPending} onCancel={onDone} />
    </form>
  );
}
