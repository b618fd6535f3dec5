export type Report = {
  testResults: {
    name: string;
    message?: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages?: string[] | null;
    }[];
  }[];
};

export function filesOf(tests: readonly string[]): string[] {
  return [...new Set(tests.map((test) => partsOf(test).file))];
}

/** A test project has the name of its folder. */
export function projectsOf(tests: readonly string[]): string[] {
  return [...new Set(filesOf(tests).map((file) => file.split("/")[1] ?? ""))];
}

/** Matches whole names, however they are joined. */
export function titlePattern(tests: readonly string[]): string {
  return `^(${tests.map((test) => partsOf(test).titles.map(asPattern).join("(?: >)? ")).join("|")})$`;
}

/** Returns null when every case passed. */
export function endOf(
  test: string,
  { testResults }: Report,
  shortened: (file: string) => string,
): string | null {
  const { file, titles } = partsOf(test);
  const pattern = new RegExp(`^${asPattern(titles.join(" > "))}$`);
  const ofFile = testResults.filter(({ name }) => shortened(name) === file);
  const cases = ofFile
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ ancestorTitles, title }) => pattern.test([...ancestorTitles, title].join(" > ")));
  const failed = cases.find(({ status }) => status !== "passed");
  if (failed) return `${test}: ${failed.failureMessages?.[0]?.split("\n", 1)[0] ?? failed.status}`;
  return cases.length > 0 ? null : `${test}: it did not run. ${ofFile[0]?.message ?? ""}`.trim();
}

function partsOf(test: string): { file: string; titles: string[] } {
  const [file = "", name = ""] = test.split("#");
  return { file, titles: name.split(" > ") };
}

/** %s and $name match anything. */
function asPattern(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/%[a-z]|\\\$\w+/g, ".*");
}
