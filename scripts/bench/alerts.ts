// npm run -s bench -- alerts [--people 10000 --reports 400 --busy-seconds 60 --json]
import { parseArgs } from "node:util";
import { LIMIT_SECONDS, playAlerts } from "./play-alerts.ts";

const { values } = parseArgs({
  options: {
    people: { type: "string", default: "10000" },
    reports: { type: "string", default: "400" },
    "busy-seconds": { type: "string", default: "60" },
    json: { type: "boolean", default: false },
  },
});
const alerted = await playAlerts({
  people: Number(values.people),
  reports: Number(values.reports),
  busySeconds: Number(values["busy-seconds"]),
});
const { people, due, sent, twice, missing, refused, listed, queueSeconds, mailCalls } = alerted;
console.log(
  `${people} people, ${due} notices due: ${sent} sent, ${refused} refused, ${missing} missing, ${twice} sent twice, ${listed} listed; ${queueSeconds} s of the queue, ${mailCalls} calls of the mail service`,
);
if (values.json) console.log(JSON.stringify(alerted));
const isRight = twice === 0 && missing === 0 && listed === due && queueSeconds <= LIMIT_SECONDS;
process.exit(isRight ? 0 : 1);
