import { expect, type Page } from "@playwright/test";
import { UNCONFIRMED_CALL_LIMIT } from "#contract/rules.ts";
import { confirmAddress, type Person } from "./account.ts";

/**
 * Lets a person analyze these tickers through the API, one after the other; answers the predictions' ids. Confirms the
 * address first where there are more than an unconfirmed one may ask for.
 */
export async function analyzed(page: Page, person: Person, symbols: readonly string[]): Promise<string[]> {
  if (symbols.length > UNCONFIRMED_CALL_LIMIT) await confirmAddress(page, person);
  const ids: string[] = [];
  for (const symbol of symbols) {
    const answer = await page.request.post(`/api/analyze/${symbol}`, {
      headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json" },
      data: {},
    });
    expect(answer.status(), await answer.text()).toBe(200);
    ids.push(((await answer.json()) as { predictionId: string }).predictionId);
  }
  return ids;
}
