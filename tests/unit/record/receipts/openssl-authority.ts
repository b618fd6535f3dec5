import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Tests against OpenSSL, an independent implementation of RFC 3161, run only where it is installed. */
export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Creates a time-stamping authority with `openssl ts`, with its own root, key and folder. */
export function opensslAuthority(keyKind: "rsa" | "ec" = "rsa") {
  const folder = mkdtempSync(join(tmpdir(), "tsa-"));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const keyArgs = keyKind === "rsa" ? ["rsa:2048"] : ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  writeFileSync(
    at("tsa.cnf"),
    `[tsa]
default_tsa = one
[one]
serial = ${at("serial")}
signer_digest = sha256
default_policy = 1.2.3.4.1
other_policies = 1.2.3.4.5
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
`,
  );
  writeFileSync(
    at("ext.cnf"),
    "[tsa_ext]\nextendedKeyUsage = critical,timeStamping\n[other_ext]\nextendedKeyUsage = serverAuth\n[ca_ext]\nbasicConstraints = critical,CA:TRUE\n",
  );
  const issue = (name: string, extensions: string) => {
    openssl(
      "req",
      "-newkey",
      ...keyArgs,
      "-nodes",
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.csr`,
      "-subj",
      `/CN=${name}`,
    );
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      "-CA",
      "root.pem",
      "-CAkey",
      "root.key",
      "-CAcreateserial",
      "-days",
      "30",
      "-extfile",
      "ext.cnf",
      "-extensions",
      extensions,
      "-out",
      `${name}.pem`,
    );
  };
  openssl(
    "req",
    "-x509",
    "-newkey",
    ...keyArgs,
    "-nodes",
    "-keyout",
    "root.key",
    "-out",
    "root.pem",
    "-subj",
    "/CN=root",
    "-days",
    "30",
    "-addext",
    "basicConstraints=critical,CA:TRUE",
  );
  issue("tsa", "tsa_ext");
  const pem = (name: string) => readFileSync(at(`${name}.pem`), "utf8");
  return {
    pem,
    fingerprint: (name: string) =>
      openssl("x509", "-in", `${name}.pem`, "-noout", "-fingerprint", "-sha256")
        .toString()
        .trim()
        .replace(/.*=|:/g, "")
        .toLowerCase(),
    /** Answers a request as the authority's server would. */
    reply(request: Uint8Array): Buffer {
      writeFileSync(at("request.tsq"), request);
      if (!readFile(at("serial"))) writeFileSync(at("serial"), "01\n");
      openssl(
        "ts",
        "-reply",
        "-config",
        "tsa.cnf",
        "-queryfile",
        "request.tsq",
        "-signer",
        "tsa.pem",
        "-inkey",
        "tsa.key",
        "-chain",
        "root.pem",
        "-out",
        "reply.tsr",
      );
      return readFileSync(at("reply.tsr"));
    },
    /** Returns what OpenSSL reads in a request. */
    readRequest(request: Uint8Array): string {
      writeFileSync(at("request.tsq"), request);
      return openssl("ts", "-query", "-in", "request.tsq", "-text").toString();
    },
    /** Says whether OpenSSL accepts a reply as a stamp of this data that is signed under the authority's root. */
    accepts(reply: Uint8Array, data: string): boolean {
      writeFileSync(at("stored.tsr"), reply);
      writeFileSync(at("data"), data);
      const { status } = spawnSync(
        "openssl",
        ["ts", "-verify", "-data", "data", "-in", "stored.tsr", "-CAfile", "root.pem"],
        { cwd: folder },
      );
      return status === 0;
    },
  };
}

function readFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
