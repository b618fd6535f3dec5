import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { symbolSchema } from "#contract/symbol.ts";
import { errorMessageOf } from "#lib/request.ts";
import { symbolQuery } from "#lib/symbols.ts";
import type { Choice } from "./company-choice.tsx";

type Resolution =
  | { kind: "ticker"; ticker: string }
  | { kind: "choice"; choice: Choice }
  | { kind: "failed"; message: string };

const MAX_BARE_TICKER_LENGTH = 5;

/**
 * Returns `resolve`, which finds the ticker or the possible companies for a text. `resolve` returns null while
 * another lookup is running.
 */
export function useCompanyLookup() {
  const queryClient = useQueryClient();
  const isBusy = useRef(false);
  const [isResolving, setIsResolving] = useState(false);

  const resolve = useCallback(
    async (text: string): Promise<Resolution | null> => {
      if (isBusy.current) return null;
      isBusy.current = true;
      setIsResolving(true);
      try {
        const { resolved, matches, nearest } = await queryClient.fetchQuery(symbolQuery(text));
        if (resolved) return { kind: "ticker", ticker: resolved };
        if (matches.length > 0)
          return { kind: "choice", choice: { text, companies: matches, isMatch: true, ticker: null } };
        // A market source's search may not find a ticker that the source knows, so the text is tried as a
        // ticker.
        const ticker = tickerOf(text);
        if (ticker !== null && nearest.length === 0) return { kind: "ticker", ticker };
        return { kind: "choice", choice: { text, companies: nearest, isMatch: false, ticker } };
      } catch (error) {
        const ticker = tickerOf(text);
        if (ticker !== null) return { kind: "ticker", ticker };
        return {
          kind: "failed",
          message: errorMessageOf(error, "Company names cannot be looked up right now."),
        };
      } finally {
        isBusy.current = false;
        setIsResolving(false);
      }
    },
    [queryClient],
  );
  return { isResolving, resolve };
}

/** Returns the text as a ticker, or null when it can only be a company's name. */
function tickerOf(text: string): string | null {
  const parsed = symbolSchema.safeParse(text);
  if (!parsed.success) return null;
  return text.length <= MAX_BARE_TICKER_LENGTH || /[.=^-]/.test(text) ? parsed.data : null;
}
