import type { Operation } from "../http/operation.ts";

const examples: Readonly<Record<string, string>> = { symbol: "AAPL", id: "prd_0123456789abcdef" };

type Sample = { lang: "curl" | "TypeScript" | "Python"; source: string };

export function codeSamples({ method, path }: Operation, server: string): Sample[] {
  const url = `${server}${path.replace(/:(\w+)/g, (_, name: string) => examples[name] ?? name)}`;
  const isWrite = method !== "GET";
  return [
    {
      lang: "curl",
      source: [
        `curl ${isWrite ? `-X ${method} ` : ""}"${url}"`,
        '-H "Authorization: Bearer $BEATCAST_API_KEY"',
        ...(isWrite ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
      ].join(" \\\n  "),
    },
    {
      lang: "TypeScript",
      source: `const answer = await fetch("${url}", {
${isWrite ? `  method: "${method}",\n` : ""}  headers: {
    authorization: \`Bearer \${process.env.BEATCAST_API_KEY}\`,${isWrite ? '\n    "idempotency-key": crypto.randomUUID(),' : ""}
  },
});
if (!answer.ok) throw new Error((await answer.json()).detail);
console.log(await answer.json());`,
    },
    {
      lang: "Python",
      source: `import os, requests${isWrite ? ", uuid" : ""}

answer = requests.${method.toLowerCase()}(
    "${url}",
    headers={
        "Authorization": f"Bearer {os.environ['BEATCAST_API_KEY']}",${isWrite ? '\n        "Idempotency-Key": str(uuid.uuid4()),' : ""}
    },
    timeout=60,
)
answer.raise_for_status()
print(answer.json())`,
    },
  ];
}
