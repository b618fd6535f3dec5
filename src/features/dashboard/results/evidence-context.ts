import { createContext, useContext } from "react";
import type { Evidence, EvidenceKind } from "#contract/evidence.ts";

const EvidenceContext = createContext<readonly Evidence[]>([]);

/** Gives every part of a result its facts. */
export const EvidenceProvider = EvidenceContext.Provider;

/** The fact with this id, or undefined. */
export function useFact(id: string): Evidence | undefined {
  return useContext(EvidenceContext).find((fact) => fact.id === id);
}

/** Id of the first fact of a kind whose label begins so; undefined where the source gave none. */
export function useFactId(kind: EvidenceKind, labelStart: string): string | undefined {
  return useContext(EvidenceContext).find((fact) => fact.kind === kind && fact.label.startsWith(labelStart))
    ?.id;
}
