// npm run -s tool -- push-keys: keys for the push messages of a deployment. A new pair ends every subscription made with the old one.
import { newPushKeys } from "./setup/push-keys.mjs";

for (const [name, value] of Object.entries(newPushKeys())) console.log(`${name}=${value}`);
