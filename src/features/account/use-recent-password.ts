import { useState } from "react";
import { RequestError } from "#lib/request.ts";

/**
 * An action's failure where the server may want the password as well, because the sign-in is not recent. That refusal
 * shows no toast: the screen asks for the password.
 */
export function useRecentPassword(failure: { title: string; fallback: string }) {
  const [isAsked, setIsAsked] = useState(false);
  return {
    isAsked,
    /** Whether a failure leaves the screen asking for the password. */
    isAskedAfter: (error: unknown) => isAsked || asksForPassword(error),
    stopAsking: () => setIsAsked(false),
    /** To be spread into the action. */
    action: {
      failure: { ...failure, isSilent: asksForPassword },
      onFailure: (error: unknown) => {
        if (asksForPassword(error)) setIsAsked(true);
      },
    },
  };
}

/** Whether the server refused because it wants the password as well. */
function asksForPassword(failure: unknown): boolean {
  return failure instanceof RequestError && failure.body?.fields?.password !== undefined;
}
