import { useCallback, useEffect, useState } from "react";
import type { Plan } from "#contract/subscription.ts";
import { readPlans } from "./api.ts";

export type PlansState = { plans: readonly Plan[]; hasFailed: boolean; reload: () => void };

/**
 * The plans of the plans call. Until it answers, those that the page was built with; when it fails the failure is
 * logged and the list stays empty, because a price that may be out of date is worse than none.
 */
export function usePlans(builtPlans: readonly Plan[]): PlansState {
  const [plans, setPlans] = useState(builtPlans);
  const [hasFailed, setHasFailed] = useState(false);

  const reload = useCallback(async () => {
    setHasFailed(false);
    await readPlans().then(setPlans, (error: unknown) => {
      console.warn("Failed to fetch plans", error);
      setPlans([]);
      setHasFailed(true);
    });
  }, []);

  useEffect(() => void reload(), [reload]);
  return { plans, hasFailed, reload: () => void reload() };
}
