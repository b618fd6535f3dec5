/** Names like "tests/…#describe > test". */
type Fault = { fault: string; done: string; seen: string; tests: readonly string[] };

const breaker = "tests/unit/platform/circuit-breaker.test.ts#asking through the breaker > ";
const stripe = "tests/worker/billing/subscription-state.test.ts#";
const resets = "tests/worker-long/reset-objects.test.ts#objects that are reset > ";
const failing = "tests/worker-long/database-errors.test.ts#a database that fails > ";
const setUp =
  "tests/worker/billing/killed-set-up.test.ts#attack: a process killed in the middle of a paid guest's set-up > ";
const killedPeople =
  "tests/long/killed-people.test.ts#a process killed while people pay and leave takes no money twice, loses no payment, and leaves nothing of who left";
const killedRounds =
  "tests/long/killed-rounds.test.ts#rounds killed at their append, of locks and of settlements, are finished by the next one: each once, the record and the ledger as one";
const killedAppends =
  "tests/long/killed-ledger.test.ts#a process killed in the middle of its appends loses nothing that it answered, and doubles nothing";
const missedTicks = "tests/worker-long/missed-ticks.test.ts#three days without a tick > ";

export const faults: readonly Fault[] = [
  {
    fault: "market source",
    done: "it answers 500, nothing, and asks to wait; every other call fails",
    seen: "missing with its reason, no call counted, not asked while paused, back by itself",
    tests: [
      `${breaker}a source that is down is not asked a sixth time, which is missing with its reason, and once after the pause`,
      `${breaker}comes back by itself`,
      `${breaker}obeys a Retry-After at once`,
      "tests/unit/market/fetch-source.test.ts#asking a source > stops waiting when its time is over",
      "tests/unit/research/stages.test.ts#the stages of a run > say why a part is missing, and the run goes on without it",
      "tests/unit/research/stages.test.ts#the stages of a run > end as failed where the run ends, with the reason that a person is told",
      "tests/worker-long/analysis-attacks.test.ts#attack: analyses that fail > ask again soon after trouble of the source's own, and late after its word on the ticker",
      "tests/worker/season/sync.test.ts#the season's calendar > stores nothing of a source that fails, and leaves the range to be read again",
      "tests/worker/app/jobs/season-jobs.test.ts#the jobs of the season > come to the same end when every other call fails and every message comes twice, two at once",
    ],
  },
  {
    fault: "model host",
    done: "it is down, slow, silent, or answers nonsense",
    seen: "the rules write within twelve seconds, and say so",
    tests: [
      "tests/unit/explanation/narrator/language-model.test.ts#a narrator with a language model > lets the rules arrange rather than %s",
      "tests/unit/explanation/narrator/language-model.test.ts#a narrator with a language model > waits for a model that %s no longer than it is given, and does not ask it again",
      "tests/long/narrator-patience.test.ts#has a true text within twelve seconds from a model that %s",
    ],
  },
  {
    fault: "Stripe",
    done: "it is away, fails midway, loses and repeats events",
    seen: "nothing charged twice, the payment found later, the person told to try again",
    tests: [
      "tests/unit/billing/stripe-failures.test.ts#what Stripe's failures become > a network that is away is not available",
      `${stripe}events > rule 1: the same event twice changes once, and is fine both times`,
      `${stripe}events > rule 18: a failure midway writes nothing, and the event is taken when it comes again`,
      `${stripe}the key of a write > rule 26: while the provider is away the next try is the same write, for ten minutes`,
      `${stripe}leaving > rule 19: a deleted account's subscription is cancelled at the provider first; while it is away, nothing goes`,
      "tests/worker/app/jobs/account-jobs.test.ts#the job that asks the payment provider > leaves everyone due while the provider is away, without a dead letter",
      "tests/worker-long/event-order.test.ts#ends there too when the last events are lost, after the next daily reconciliation",
    ],
  },
  {
    fault: "mail",
    done: "the service is down, refuses a mailbox, and we are killed while a mail is handed over",
    seen: "the others have theirs, that one is tried again, nobody has one twice",
    tests: [
      "tests/worker/notifications/notices.test.ts#the delivery of notices > leaves no one without a mail because another mailbox refuses it, tries that one again and gives it up in the end",
      "tests/worker/notifications/notices.test.ts#the delivery of notices > after a kill while a mail was handed over, repeats it only by a carrier that delivers once: $deliversOnce",
      "tests/worker/notifications/newsletter-issue.test.ts#sending an issue > goes on after a kill in the middle; by a carrier that delivers once: $deliversOnce",
      "tests/worker/platform/mail/choose.test.ts#how a deployment sends mail > tries a mail that no job repeats three times under one key while Resend is down, and a job's only once",
    ],
  },
  {
    fault: "database error",
    done: "every question of an analysis fails in turn, before or after it was done; all of a job's fail",
    seen: "503 and when to try again, no call counted; the same request again is one call; no message lost",
    tests: [
      `${failing}at any question of an analysis (its answer lost: %s) is said plainly, and the same request again is one call`,
      `${failing}while jobs run loses no message: each is tried again, goes to the second queue, and is stored once it answers`,
      "tests/worker/app/jobs/health.test.ts#the health answer > answers when neither the database nor the queue does",
    ],
  },
  {
    fault: "object reset",
    done: "all objects are reset in a run, after its first words, and between the steps of a call",
    seen: "the call is given back and the person told; counts and ledger go on",
    tests: [
      `${resets}in the middle of a run cost nobody a call, say so, and the next try is whole`,
      `${resets}after the first words of a run have left give the call back, and the stream says so`,
      `${resets}between two steps of a call are found again: the count goes on, and the ledger with its entries`,
      "tests/worker/platform/limits/quota-counter.test.ts#the quota counter > keeps the count when the object is evicted from memory",
      "tests/worker/record/ledger.test.ts#a ledger that dies > in the middle of an append holds nothing of it, and everything before it",
    ],
  },
  {
    fault: "queue delivers twice",
    done: "every message comes twice, two at once",
    seen: "one effect",
    tests: [
      "tests/worker/app/jobs/season-jobs.test.ts#the jobs of the season > come to the same end when every other call fails and every message comes twice, two at once",
      "tests/worker/app/jobs/account-jobs.test.ts#the jobs that mail > name people a message, and reach each once, though a mailbox refuses and each message comes twice at once",
      "tests/worker/record/upcoming-forecast-locks.test.ts#a round of locks > locks nothing twice, one after the other or both at once",
      "tests/worker/record/settlement.test.ts#settlement > by two runs at once gives the rows and the sums of one",
    ],
  },
  {
    fault: "queue delivers late",
    done: "locks, reminders and settlements come after their time",
    seen: "nothing locked or announced late; what came is settled",
    tests: [
      `${missedTicks}are caught up by the next one: settled what came, counted what was missed, and nothing locked late`,
      "tests/worker/record/upcoming-forecast-locks.test.ts#a round of locks > leaves out what has begun, what is not due, and who has too few reports",
      "tests/worker/notifications/push.test.ts#a push message > reminds of a report, as long as it lies ahead",
      "tests/worker/notifications/notices.test.ts#a settled prediction > is not told to an address that nobody confirmed, nor days later",
    ],
  },
  {
    fault: "cron missed for three days",
    done: "no tick for three days, also after a kill in the middle of the last one",
    seen: "the next tick catches up; health counts what was missed",
    tests: [
      `${missedTicks}are caught up by the next one: settled what came, counted what was missed, and nothing locked late`,
      `${missedTicks}finish a lock that was in the ledger when the round was killed`,
    ],
  },
  {
    fault: "clock over midnight",
    done: "an analysis in the evening of New York; the ledger's clock goes back; a lock at 23:59",
    seen: "the day in New York counts; time never runs back",
    tests: [
      "tests/unit/research/market-day.test.ts#an analysis in the evening knows what was reported before the day in New York, not before that of UTC",
      "tests/worker/record/ledger.test.ts#the ledger > never lets time run back, nor into a day whose root is out",
      "tests/worker/record/upcoming-forecast-locks.test.ts#a round of locks > leaves out what has begun, what is not due, and who has too few reports",
    ],
  },
  {
    fault: "month end",
    done: "a run crosses the end of its period; locks over ends of months and a leap day",
    seen: "one call, where it began; every lock before its report",
    tests: [
      "tests/worker/platform/limits/quota-counter.test.ts#the quota counter > starts anew with the next period, and counts a call that crosses its end once",
      "tests/worker/accounts/rotated-secret.test.ts#an exchange of the secret: free calls > of a run that crosses the month end are finished where they began",
      "tests/unit/season/lock-times.test.ts#a lock lies before its report > on %s, whatever clocks and calendars do around it",
    ],
  },
  {
    fault: "daylight saving",
    done: "locks and reports around both changes of New York's clocks",
    seen: "every lock hours before its report, on every day of two years",
    tests: [
      "tests/unit/season/lock-times.test.ts#a lock lies before its report > on %s, whatever clocks and calendars do around it",
      "tests/unit/season/lock-times.test.ts#a lock lies before its report > on every day of two years: in daylight of the day before, or at the close of the day itself",
      "tests/unit/contract/time.test.ts#the day of an instant > in New York, before and after its midnight in winter and summer",
    ],
  },
  {
    fault: "kill -9 in an analysis",
    done: "three kills while nine analyses are answered; death between lock and row",
    seen: "none lost that was answered, none twice, nine calls counted",
    tests: [
      killedAppends,
      "tests/worker/record/snapshots.test.ts#a request that dies between its lock and its row > leaves a lock that the audit gives a row without a name, and that is settled",
    ],
  },
  {
    fault: "kill -9 in a checkout",
    done: "kills 4, 15 and 40 ms after the payment's form was sent",
    seen: "one customer, one subscription, one paid invoice each",
    tests: [
      killedPeople,
      "tests/worker/billing/lost-webhook.test.ts#attack: a paid checkout hidden behind unpaid ones > is found behind 230 that are never paid, a few ticks later",
    ],
  },
  {
    fault: "kill -9 in a set-up",
    done: "kills 4, 15 and 40 ms into it, and after each of its writes",
    seen: "all of the account or nothing, and a way in",
    tests: [
      killedPeople,
      `${setUp}locks nobody out: whichever write was the last, there is all of the account or nothing, and a way in`,
      `${setUp}before its first write leaves nothing, and a failed first write neither`,
    ],
  },
  {
    fault: "kill -9 in an append",
    done: "a kill as soon as the ledger has grown, for users' locks and a round's",
    seen: "the next round writes the rows with the ledger's numbers; the ledger verifies",
    tests: [
      killedAppends,
      killedRounds,
      "tests/worker/record/upcoming-forecast-locks.test.ts#a round of locks > killed after the append is finished by the next round, with the numbers that the ledger has",
    ],
  },
  {
    fault: "kill -9 in a settlement",
    done: "a kill as soon as the ledger has a settlement",
    seen: "the next round finishes it: each once, counts and ledger as one",
    tests: [
      killedRounds,
      "tests/worker/record/settlement.test.ts#settlement > that died between the ledger and the rows is finished by the next run, as the ledger has it",
    ],
  },
  {
    fault: "kill -9 in a deletion",
    done: "kills 4, 15 and 40 ms into it, on a paid plan",
    seen: "the account is whole or gone; after it no row names the person, no subscription goes on",
    tests: [
      killedPeople,
      "tests/worker/accounts/delete-everything.test.ts#attack: a payment that arrives after the deletion > ends what no webhook told of, and a deletion that was cut off can be done again",
    ],
  },
];
