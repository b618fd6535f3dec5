import { expect, it } from "vitest";
import { gitRepository } from "#record/receipts/git-repository.ts";
import { STAMPED_NOTE } from "./recorded-replies.ts";

const now = () => new Date("2026-11-22T12:00:00Z");
const asked = (note = STAMPED_NOTE) => ({
  ...{ checkpoint: { size: 260, note }, lastSize: 0, proveConsistency: async () => [] },
});
const url = "https://api.host.example/repos/owner/name";

/** The contents API of a git host, from its documentation: a file is made once, and not overwritten without its hash. */
function aHost() {
  const files = new Map<string, string>();
  const calls: { method: string; path: string; headers: Headers; body: Record<string, string> }[] = [];
  const fetch = async (address: string, { method = "", headers, body }: RequestInit) => {
    const path = address.replace(`${url}/contents/`, "");
    const sent = JSON.parse(String(body ?? "{}")) as Record<string, string>;
    calls.push({ method, path, headers: new Headers(headers), body: sent });
    const content = files.get(path);
    if (method === "GET") return Response.json({ content, encoding: "base64" });
    if (content !== undefined) return Response.json({ message: "sha wasn't supplied" }, { status: 422 });
    files.set(path, sent.content ?? "");
    const sha = "ab".repeat(20);
    const commit = {
      sha,
      html_url: `https://host.example/owner/name/commit/${sha}`,
      committer: { date: "2026-11-22T12:00:03Z" },
    };
    return Response.json({ commit }, { status: 201 });
  };
  return { files, calls, repository: gitRepository({ url, token: "secret token" }, fetch, now) };
}

it("a checkpoint is a new file of a public repository, and its commit is the receipt", async () => {
  const { calls, repository, files } = aHost();
  const receipt = await repository.attest(asked());
  const address = `https://host.example/owner/name/commit/${"ab".repeat(20)}`;
  expect(repository.name).toBe("api.host.example owner/name");
  expect(receipt).toMatchObject({
    state: "complete",
    detail: address,
    witnessedAt: new Date("2026-11-22T12:00:03Z"),
  });
  const path = "beatcast.test/ledger/stamped/000000000260.txt";
  expect(JSON.parse(Buffer.from(receipt?.bytes ?? []).toString())).toEqual({
    path,
    commit: "ab".repeat(20),
    address,
  });
  expect(Buffer.from(files.get(path) ?? "", "base64").toString()).toBe(STAMPED_NOTE);
  expect(calls[0]?.body.message).toBe("Checkpoint of 260 entries");
  expect(calls[0]?.headers.get("authorization")).toBe("Bearer secret token");
});

it("one that is there already is no failure where it is equal, and one where it is not", async () => {
  const { repository } = aHost();
  await repository.attest(asked());
  expect(await repository.attest(asked())).toMatchObject({
    state: "complete",
    detail: "beatcast.test/ledger/stamped/000000000260.txt",
  });
  await expect(repository.attest(asked(STAMPED_NOTE.replace("AAAA", "BBBB")))).rejects.toThrow(
    "api.host.example owner/name has another file at beatcast.test/ledger/stamped/000000000260.txt.",
  );
});
