import { and, desc, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import {
  type Disputed,
  disputedSchema,
  isGuidance,
  type ReleaseItems,
  releaseItemsSchema,
} from "#contract/company-release.ts";
import type { DisputedRelease, ReleaseDecision } from "#contract/review.ts";
import { AppError } from "#platform/errors.ts";
import { companyReleases } from "#platform/schema/releases.ts";
import type { SeasonStore } from "../store.ts";

const listSchema = z.array(disputedSchema);
const NO_ITEMS: ReleaseItems = { guidance: [], growth: [], reported: [], outlook: [] };

/**
 * Returns the releases that the two readers (rules and language model) read differently, newest first. Uses the
 * index `company_releases_disputed`.
 */
export async function readDisputedReleases(
  { db, ledgerId }: SeasonStore,
  limit: number,
): Promise<DisputedRelease[]> {
  const rows = await db
    .select()
    .from(companyReleases)
    .where(and(eq(companyReleases.ledgerId, ledgerId), isNotNull(companyReleases.disputed)))
    .orderBy(desc(companyReleases.readAt))
    .limit(limit);
  return rows.map(({ symbol, accession, file, filingDate: filedOn, url, disputed }) => ({
    symbol,
    accession,
    file,
    filedOn,
    url,
    disputed: disputedIn(disputed),
  }));
}

/**
 * Stores a reviewer's decision about a disputed item of a release: the chosen reading is shown, or neither.
 * Throws `not_found` when the release has nothing disputed, and `conflict` when the list of items has changed
 * or the chosen reader found nothing.
 */
export async function resolveDisputedGuidance(
  { db, ledgerId }: SeasonStore,
  decision: Omit<ReleaseDecision, "reason">,
): Promise<void> {
  const { symbol, accession, file, item, of } = decision;
  const named = and(
    eq(companyReleases.ledgerId, ledgerId),
    eq(companyReleases.symbol, symbol),
    eq(companyReleases.accession, accession),
    eq(companyReleases.file, file),
  );
  const [row] = await db.select().from(companyReleases).where(named).limit(1);
  if (!row?.disputed) throw new AppError("not_found", "Nothing in this release is disputed anymore.");
  const disputed = disputedIn(row.disputed);
  const figure = disputed[item];
  if (disputed.length !== of || !figure)
    throw new AppError("conflict", "Someone has already decided part of this release. Please check again.");
  const chosen = decision.decision === "neither" ? null : figure[decision.decision];
  if (decision.decision !== "neither" && !chosen)
    throw new AppError("conflict", "This reader has read nothing here.");
  const items = row.items === null ? NO_ITEMS : releaseItemsSchema.parse(JSON.parse(row.items));
  const left = disputed.toSpliced(item, 1);
  const [written] = await db
    .update(companyReleases)
    .set({
      items: chosen ? JSON.stringify(withItem(items, chosen)) : row.items,
      disputed: left.length > 0 ? JSON.stringify(left) : null,
    })
    // Only one of two simultaneous decisions is stored.
    .where(and(named, eq(companyReleases.disputed, row.disputed)))
    .returning({ symbol: companyReleases.symbol });
  if (!written) throw new AppError("conflict", "Someone has already decided this. Please check again.");
}

function withItem(items: ReleaseItems, chosen: NonNullable<Disputed["rules"]>): ReleaseItems {
  return isGuidance(chosen)
    ? { ...items, guidance: [...items.guidance, chosen] }
    : { ...items, reported: [...items.reported, chosen] };
}

export function isGuidanceDisputed(json: string | null): boolean {
  return disputedIn(json).some(({ rules, model }) =>
    [rules, model].some((item) => item !== null && isGuidance(item)),
  );
}

function disputedIn(json: string | null): Disputed[] {
  return json === null ? [] : listSchema.parse(JSON.parse(json));
}
