import type { ReactNode } from "react";
import { dateAndTime } from "#lib/dates.ts";
import { errorMessageOf, RequestError } from "#lib/request.ts";
import { Button } from "../button.tsx";
import { Notice } from "../notice.tsx";

/** A TanStack query, or any other call with the same fields. */
type Query = {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  data?: unknown;
  dataUpdatedAt?: number;
};

type LoadFailureProps = {
  /** The query or queries to report on. Those that failed are retried together. */
  query: Query | readonly Query[];
  children?: ReactNode;
} & (
  | { title: ReactNode }
  /**
   * What could not be loaded, as the beginning of a sentence. If older data is still on the screen, the title
   * also says how old it is.
   */
  | { name: string; isPlural?: boolean }
);

/** Says what could not be loaded and offers to try again. Shows nothing when no query has failed. */
export function LoadFailure({ query, children, ...words }: LoadFailureProps) {
  const failed = [query].flat().filter(({ error }) => error);
  const [first] = failed;
  if (!first) return null;
  return (
    <Notice
      tone="danger"
      title={"title" in words ? words.title : titleOf(words, first)}
      isAnnounced
      action={
        <Button
          variant="secondary"
          size="sm"
          isLoading={failed.some(({ isFetching }) => isFetching)}
          onClick={() => {
            for (const { refetch } of failed) void refetch();
          }}
        >
          Try again
        </Button>
      }
    >
      {errorMessageOf(first.error, fallbackFor(first.error))}
      {children}
    </Notice>
  );
}

function titleOf(
  { name, isPlural = false }: { name: string; isPlural?: boolean },
  { data, dataUpdatedAt }: Query,
): string {
  if (!data || dataUpdatedAt === undefined) return `${name} could not be loaded`;
  return `${name} could not be refreshed; ${isPlural ? "they are" : "it is"} as of ${dateAndTime(dataUpdatedAt)}`;
}

/**
 * Returns the text when the server sent none. Only a request that never reached the server can be a problem of
 * the connection.
 */
const fallbackFor = (error: unknown) =>
  error instanceof RequestError
    ? "Something went wrong on our side. Please try again in a moment."
    : "Please check your connection.";
