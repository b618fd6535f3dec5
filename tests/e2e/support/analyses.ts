import { expect, type Page } from "@playwright/test";
import { UNCONFIRMED_CALL_LIMIT } from "#contract/rules.ts";
import { confirmAddress, type Person } from "./account.ts";

/**
 * Analyzes these tickers for a person through the API, one after another, and returns the ids of the predictions.
 * Confirms the address first when there are more than an unconfirmed account may request.
 */
export async function analyzed(
  page: Page,
  person: Pick<Person, "email" | "token">,
  symbols: readonly string[],
): Promise<string[]> {
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
