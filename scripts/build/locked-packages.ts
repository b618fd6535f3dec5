/** A package with `dev` does not ship. */
type Locked = { license?: string; integrity?: string; resolved?: string; dev?: boolean };

const mayShip = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "OFL-1.1"]);

/** Copyleft concerns only those who change or ship the tool. */
const mayBeTool = new Set([
  ...mayShip,
  ...["BlueOak-1.0.0", "CC0-1.0", "LGPL-3.0-or-later", "MPL-2.0", "Python-2.0", "Unlicense", "Zlib"],
]);

/** Older forms of a license; a person read their LICENSE files on 2026-11-23. */
const readByHand: Readonly<Record<string, string>> = {
  "node_modules/busboy": "MIT",
  "node_modules/streamsearch": "MIT",
};

/** Reports content without a hash, a registry's name, and licenses that we may not use. */
export function lockProblems({ packages }: { packages: Readonly<Record<string, Locked>> }): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (path === "") return [];
    const license = locked.license ?? readByHand[path];
    return [
      ...(locked.integrity?.startsWith("sha512-") ? [] : [`${path}: no SHA-512 of its content`]),
      ...(locked.resolved === undefined ? [] : [`${path}: names the registry ${locked.resolved}`]),
      ...(license !== undefined && isAllowed(license, locked.dev ? mayBeTool : mayShip)
        ? []
        : [`${path}: its license is ${license ?? "not named"}`]),
    ];
  });
}

/** Evaluates an SPDX expression: one side of an OR, all sides of an AND. Nested brackets are refused. */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const plain = expression.replace(/^\((.*)\)$/, "$1");
  return plain.split(" OR ").some((side) => side.split(" AND ").every((license) => allowed.has(license)));
}
