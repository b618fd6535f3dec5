import { describe, expect, it } from "vitest";
import { readMessages } from "#market/stocktwits/messages.ts";
import { type Answer, vendor } from "./sources.ts";

const now = new Date("2025-03-04T12:00:00Z");
const read = (answer: Answer) =>
  readMessages(vendor(() => answer).fetch, "https://messages.example", "ACME", now);
const message = (over: object = {}) => ({
  id: 7,
  body: "$ACME Let&#39;s go &amp; see &lt;b&gt;",
  created_at: "2025-03-04T10:00:00Z",
  user: { username: "ada" },
  likes: { total: 2 },
  entities: { sentiment: { basic: "Bullish" } },
  ...over,
});

describe("messages of Stocktwits", () => {
  it("are text with their authors' own labels, newest first", async () => {
    const older = message({
      id: 8,
      created_at: "2025-03-01T10:00:00Z",
      likes: undefined,
      entities: { sentiment: null },
    });
    expect(await read({ body: { messages: [older, message()] } })).toMatchObject({
      state: "live",
      source: "Stocktwits",
      data: [
        {
          id: "7",
          text: "$ACME Let's go & see <b>",
          author: "ada",
          at: "2025-03-04T10:00:00.000Z",
          label: "bullish",
          likes: 2,
          url: "https://stocktwits.com/ada/message/7",
        },
        { id: "8", label: null, likes: null },
      ],
    });
  });

  it("leave out what is dated later, and rows of another shape", async () => {
    const messages = [
      message({ created_at: "2025-03-05T10:00:00Z" }),
      { id: "x" },
      message({ user: { username: "../x" } }),
    ];
    expect(await read({ body: { messages } })).toMatchObject({ state: "missing", reason: "empty" });
  });

  it.each<[Answer, string]>([
    [{ status: 429, body: "" }, "rate_limited"],
    [{ status: 404, body: {} }, "not_found"],
    [{ status: 403, body: "<html>" }, "unauthorized"],
    [{ body: "<html>" }, "malformed"],
    [{ body: {} }, "malformed"],
  ])("%j is a missing part: %s", async (answer, reason) => {
    expect(await read(answer)).toMatchObject({ state: "missing", reason });
  });
});
