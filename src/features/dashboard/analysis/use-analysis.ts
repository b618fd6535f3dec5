import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useSession, useUser } from "#lib/session.tsx";
import { trackUsage } from "#lib/session-api.ts";
import { showToast } from "#lib/toast.ts";
import { predictionKeys, predictionQuery } from "../api.ts";
import {
  type AnalysisState,
  cancelAnalysis,
  dropOtherUsersAnalysis,
  failureText,
  type OnEnd,
  resumeAnalysis,
  savedRun,
  showAnalysis,
  startAnalysis,
  useAnalysisState,
} from "./current-run.ts";

export type UsedAnalysis = AnalysisState & {
  isRestoring: boolean;
  start: (symbol: string) => void;
  cancel: () => void;
};

/**
 * Returns the current analysis and the functions that start and cancel it. After a reload, it resumes an
 * interrupted run and shows the last result. When a run ends, the dashboard, the history and the user are read
 * again.
 */
export function useAnalysis(): UsedAnalysis {
  const { id: userId, privacyPreferences } = useUser();
  const { usageStatistics } = privacyPreferences;
  const { refreshUser } = useSession();
  const queryClient = useQueryClient();
  const state = useAnalysisState();
  const [isRestoring, setIsRestoring] = useState(
    () => savedRun(userId).predictionId !== null && useAnalysisState.getState().result === null,
  );

  const onEnd = useCallback<OnEnd>(
    (symbol, outcome) => {
      if (outcome.kind === "done") trackUsage({ usageStatistics }, { kind: "feature", name: "analysis" });
      showToast(
        outcome.kind === "done"
          ? {
              title: "Analysis Complete",
              description: `Generated earnings prediction for ${symbol}`,
              tone: "success",
            }
          : { title: "Analysis Failed", description: failureText(outcome), tone: "destructive" },
      );
      for (const queryKey of predictionKeys) void queryClient.invalidateQueries({ queryKey });
      void refreshUser().catch(() => undefined);
    },
    [queryClient, refreshUser, usageStatistics],
  );

  useEffect(() => {
    dropOtherUsersAnalysis(userId);
    resumeAnalysis(userId, onEnd);
    const { predictionId } = savedRun(userId);
    if (!predictionId || useAnalysisState.getState().result) return setIsRestoring(false);
    queryClient
      .fetchQuery(predictionQuery(predictionId))
      .then(
        ({ analysis }) => showAnalysis(analysis, predictionId),
        // Showing the earlier result is optional, so a failure is ignored.
        () => undefined,
      )
      .finally(() => setIsRestoring(false));
  }, [userId, onEnd, queryClient]);

  const start = useCallback((symbol: string) => startAnalysis(userId, symbol, onEnd), [userId, onEnd]);
  return { ...state, isRestoring, start, cancel: cancelAnalysis };
}
