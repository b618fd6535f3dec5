// npm run -s tool -- push-keys prints a pair of keys. A new pair ends every subscription.
import { newPushKeys } from "./setup/push-keys.mjs";

for (const [name, value] of Object.entries(newPushKeys())) console.log(`${name}=${value}`);
