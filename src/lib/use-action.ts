import { type MutationOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { errorMessageOf, RequestError } from "./request.ts";
import { type FailureTitle, showToast, type ToastContent } from "./toast.ts";

export type SuccessToast = Pick<ToastContent, "title" | "description">;

export type Action<Input, Result> = {
  call: (input: Input) => Promise<Result>;
  success?: SuccessToast | ((result: Result, input: Input) => SuccessToast | null);
  /**
   * Says how a failure is shown: as a toast with `title`, or without one as `message`, which an `ActionFailure`
   * shows beside the control. `fallback` is the text when the server sends none. A failure that is `isSilent`
   * is not shown, because the screen asks the person for something instead.
   */
  failure: {
    title?: FailureTitle;
    fallback: string | ((error: unknown) => string);
    isSilent?: (error: unknown) => boolean;
  };
  refresh?: (result: Result) => Promise<unknown>;
  onSuccess?: (result: Result, input: Input) => void;
  onFailure?: (error: unknown) => void;
  onSettled?: () => void;
};

/**
 * Runs a call that changes something and shows its outcome; every write uses this hook. `run` never throws, and
 * does nothing while a call is in progress, so a second click sends nothing.
 */
export function useAction<Input = void, Result = unknown>(action: Action<Input, Result>) {
  const isRunning = useRef(false);
  const options = mutationOf(action);
  const { mutate, reset, isPending, isSuccess, data, error, variables } = useMutation({
    ...options,
    onSettled: () => {
      isRunning.current = false;
      action.onSettled?.();
    },
  });
  return {
    isPending,
    isSuccess,
    pending: isPending ? variables : undefined,
    result: data,
    message:
      error && !action.failure.title && !action.failure.isSilent?.(error) ? failureText(action, error) : null,
    error,
    run: (input: Input) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(input);
    },
    reset: () => {
      isRunning.current = false;
      reset();
    },
  };
}

export function mutationOf<Input, Result>(action: Action<Input, Result>) {
  return {
    networkMode: "always",
    mutationFn: (input) => action.call(input),
    onSuccess: async (result, input) => {
      const { success } = action;
      const toast = typeof success === "function" ? success(result, input) : success;
      if (toast) showToast({ ...toast, tone: "success" });
      await action.refresh?.(result).catch(() => undefined);
      action.onSuccess?.(result, input);
    },
    onError: (error) => {
      const { title, isSilent } = action.failure;
      if (title && !isSilent?.(error))
        showToast({ tone: "destructive", title, description: failureText(action, error) });
      action.onFailure?.(error);
    },
  } satisfies MutationOptions<Result, Error, Input>;
}

export function failureText<Input, Result>({ failure }: Action<Input, Result>, error: unknown): string {
  const { fallback } = failure;
  return errorMessageOf(error, typeof fallback === "function" ? fallback(error) : fallback);
}

export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof RequestError ? (error.body?.fields ?? {}) : {};
}
