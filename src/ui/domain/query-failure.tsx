import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { dateAndTime } from "#lib/dates.ts";
import { LoadFailure } from "../notice.tsx";

type QueryFailureProps = {
  query: Pick<
    UseQueryResult<unknown, unknown>,
    "data" | "error" | "dataUpdatedAt" | "isFetching" | "refetch"
  >;
  name: string;
  isPlural?: boolean;
  children?: ReactNode;
};

/** Says how old the displayed data is. Shows nothing when the query did not fail. */
export function QueryFailure({ query, name, isPlural = false, children }: QueryFailureProps) {
  const { data, error, dataUpdatedAt, isFetching, refetch } = query;
  if (!error) return null;
  const since = `${isPlural ? "they are" : "it is"} as of ${dateAndTime(dataUpdatedAt)}`;
  return (
    <LoadFailure
      title={data ? `${name} could not be refreshed; ${since}` : `${name} could not be loaded`}
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    >
      {children}
    </LoadFailure>
  );
}
