import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { endStateOf } from "../../../scripts/season/end-state.ts";
import { type Fault, serveInFront } from "../../../scripts/season/failing-source.ts";

const open: { close: () => unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** Starts a source that answers its path, or fails in the way that was switched on. */
async function aSource(): Promise<string> {
  let fault = "";
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    if (request.url === "/__fault") {
      fault = body;
      response.end();
    } else response.writeHead(fault === "500" ? 500 : 200).end(fault || `answer to ${request.url}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(server);
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

async function answers(faults: readonly Fault[], paths: readonly string[], atOnce = false) {
  const front = await serveInFront(await aSource(), faults);
  open.push(front);
  const ask = async (path: string) => {
    const answer = await fetch(front.url + path);
    return `${answer.status} ${await answer.text()}`;
  };
  const given: string[] = [];
  if (atOnce) given.push(...(await Promise.all(paths.map(ask))));
  else for (const path of paths) given.push(await ask(path));
  return { given, calls: front.calls };
}

describe("a source that fails every other call", () => {
  it("breaks the first, third and fifth, and counts all of them by path", async () => {
    const { given, calls } = await answers(["500"], ["/a?x=1", "/a", "/b", "/b", "/a"]);
    expect(given).toEqual(["500 500", "200 answer to /a", "500 500", "200 answer to /b", "500 500"]);
    expect(calls).toEqual({ "/a": 3, "/b": 2 });
  });

  it("breaks half of those that come at once", async () => {
    const { given } = await answers(["html"], ["/a", "/a", "/a", "/a"], true);
    expect(given.toSorted()).toEqual(["200 answer to /a", "200 answer to /a", "200 html", "200 html"]);
  });

  it("breaks them in turn with several faults", async () => {
    const { given } = await answers(["500", "badjson"], ["/a", "/a", "/b", "/b", "/a"]);
    expect(given).toEqual(["500 500", "200 answer to /a", "200 badjson", "200 answer to /b", "500 500"]);
  });

  it("breaks nothing without a fault", async () => {
    expect((await answers([], ["/a", "/b"])).given).toEqual(["200 answer to /a", "200 answer to /b"]);
  });
});

describe("the end state of a rehearsal", () => {
  const lock = (time: string, probability: number) => ({
    body: { type: "lock", id: "record A", probability, evidenceHash: time, time },
  });
  const settlement = (time: string) => ({
    body: { time, type: "settlement", lockId: "record A", revealed: { nonce: time, lock: { time } } },
  });
  const stateOf = (entries: object[]) =>
    endStateOf(async (path) => ({ entries: entries.slice(Number(path.split("=")[1])).slice(0, 1) }));

  it("is the same whenever and in which order the same was said, and another where something else was", async () => {
    const first = await stateOf([lock("1", 0.7), settlement("2")]);
    expect(first.statements).toBe(2);
    expect(await stateOf([settlement("3"), lock("4", 0.7)])).toEqual(first);
    expect((await stateOf([lock("1", 0.8), settlement("2")])).hash).not.toBe(first.hash);
  });
});
