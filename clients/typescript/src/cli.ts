#!/usr/bin/env node
import { parseArgs } from "node:util";
import { main as verify } from "../../../public/ledger-verifier.mjs";
import { Beatcast } from "./client.ts";
import type { BeatcastError } from "./errors.ts";
import { card, printable, week } from "./terminal.ts";
import { checkedAddress } from "./transport.ts";

const usage = `beatcast SYMBOL    the probability that a company beats, beside its base rate; counts one analysis
beatcast week      this week's reports
beatcast verify    recomputes the ledger of predictions; takes the options of the public verifier (--evidence, --since FILE …)

--json             prints what the API answers

BEATCAST_URL       the address of Beatcast
BEATCAST_API_KEY   your key, from the API tab of your account; verify needs none`;

async function run(args: string[]): Promise<number> {
  try {
    if (args[0] === "verify")
      return await verify(["--url", checkedAddress(process.env.BEATCAST_URL), ...args.slice(1)]);
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
    const [what] = positionals;
    if (values.help || what === undefined || positionals.length > 1) {
      console.log(usage);
      return values.help ? 0 : 2;
    }
    const beatcast = new Beatcast();
    const answer = what === "week" ? await beatcast.getCalendar() : await analyzed(beatcast, what);
    if (values.json) console.log(JSON.stringify(answer, null, 2));
    else console.log(printable("items" in answer ? week(answer) : card(answer)));
    return 0;
  } catch (error) {
    console.error(printable(messageOf(error)));
    return 1;
  }
}

/** Runs an analysis. In a terminal, it shows the current step until the result arrives. */
async function analyzed(beatcast: Beatcast, symbol: string) {
  if (!process.stderr.isTTY) return beatcast.analyze(symbol);
  const show = (text: string) => process.stderr.write(`\r\u001b[K${text}`);
  try {
    return await beatcast.analyze(symbol, {
      onStage: ({ stage, status }) => status === "running" && show(`${stage} …`),
    });
  } finally {
    show("");
  }
}

function messageOf(error: unknown): string {
  const { code, retryAfterSeconds, message } = Object(error) as Partial<BeatcastError>;
  if (code?.startsWith("ERR_PARSE_ARGS")) return `${message?.split(". ")[0]}.\n\n${usage}`;
  if (message === "fetch failed")
    return `${process.env.BEATCAST_URL} could not be reached. Check the network and try again.`;
  if (code === "rate_limited" && retryAfterSeconds)
    return `${message} Try again in ${retryAfterSeconds} seconds.`;
  return message ?? String(error);
}

process.exitCode = await run(process.argv.slice(2));
