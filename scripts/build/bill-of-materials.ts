// Writes dist/bill-of-materials.json in the CycloneDX format. A lock file with problems makes it fail.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockProblems } from "./locked-packages.ts";

const root = join(import.meta.dirname, "..", "..");
const problems = lockProblems(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
const bill = execFileSync(
  "npm",
  ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only", "--omit=dev"],
  { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
);
writeFileSync(join(root, "dist", "bill-of-materials.json"), bill);
