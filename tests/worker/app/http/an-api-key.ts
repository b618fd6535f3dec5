import type { CreatedApiKey } from "#contract/api-keys.ts";
import type { planIds } from "#contract/plans.ts";
import { subscribe } from "../../a-subscriber.ts";
import { aConfirmedPerson, call } from "../../api.ts";

/** Creates a person on a plan that has an API key. */
export async function aKeyOwner(
  plan: (typeof planIds)[number] = "institutional",
  scopes = ["read", "analyze"],
) {
  const person = await aConfirmedPerson();
  await subscribe(person.user, plan);
  const { body } = await call<CreatedApiKey>("POST", "/api/keys", {
    token: person.token,
    body: { name: "test", scopes },
  });
  return { ...person, key: body.key, keyId: body.id };
}
