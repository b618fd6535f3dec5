import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { symbolSchema } from "#contract/symbol.ts";
import { messageOf } from "#lib/request.ts";
import { symbolQuery } from "../queries.ts";
import type { Choice } from "./company-choice.tsx";

/** What a typed text means. */
export type Meaning =
  | { kind: "ticker"; ticker: string }
  | { kind: "choice"; choice: Choice }
  | { kind: "failed"; message: string };

/** Longer than any American ticker: more letters in a row are a name. */
const MAX_BARE_TICKER_LENGTH = 5;

/** Looks up which company a text means; null while an earlier look-up is under way. */
export function useCompanyLookup() {
  const queryClient = useQueryClient();
  const isBusy = useRef(false);
  const [isLooking, setIsLooking] = useState(false);

  const lookUp = useCallback(
    async (text: string): Promise<Meaning | null> => {
      if (isBusy.current) return null;
      isBusy.current = true;
      setIsLooking(true);
      try {
        const { resolved, matches, nearest } = await queryClient.fetchQuery(symbolQuery(text));
        // A search lists the large exchanges; a ticker of another one is asked for as it was typed.
        const ticker = resolved ?? (matches.length === 0 ? tickerOf(text) : null);
        if (ticker !== null) return { kind: "ticker", ticker };
        const isMatch = matches.length > 0;
        return { kind: "choice", choice: { text, companies: isMatch ? matches : nearest, isMatch } };
      } catch (error) {
        // Whoever knows the ticker needs no search.
        const ticker = tickerOf(text);
        if (ticker !== null) return { kind: "ticker", ticker };
        return { kind: "failed", message: messageOf(error, "Companies cannot be looked up right now.") };
      } finally {
        isBusy.current = false;
        setIsLooking(false);
      }
    },
    [queryClient],
  );
  return { isLooking, lookUp };
}

/** The text as a ticker, where it has the form of one; null for what can only be a name. */
function tickerOf(text: string): string | null {
  const parsed = symbolSchema.safeParse(text);
  if (!parsed.success) return null;
  return text.length <= MAX_BARE_TICKER_LENGTH || /[.=^-]/.test(text) ? parsed.data : null;
}
