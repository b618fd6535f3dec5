// npm run -s tool -- push-keys: a new pair ends every subscription.
import { newPushKeys } from "./setup/push-keys.mjs";

for (const [name, value] of Object.entries(newPushKeys())) console.log(`${name}=${value}`);
