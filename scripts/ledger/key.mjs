// npm run -s tool -- ledger-key NAME ("example.com/ledger") prints a new key. For followers, a new key begins a new
// log.
import { newLedgerSigningKey } from "../setup/ledger-key.mjs";

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error("usage: npm run -s tool -- ledger-key example.com/ledger");
console.log(`LEDGER_SIGNING_KEY=${newLedgerSigningKey(name)}`);
