import { writeFileSync } from "node:fs";
import { relative } from "node:path";

/** Writes JSON to VITEST_REPORT: `{ passed, failed: [{ isTest, file, title, message }] }`. */
export default class VitestReport {
  /** Errors outside of tests fail the run, because files that do not load have no tests. */
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({ module, test, result: test.result() })),
    );
    const failedTests = tests
      .filter(({ result }) => result.state === "failed")
      .map(({ module, test, result }) => ({
        ...failure(module.moduleId, test.fullName, result.errors?.[0]),
        isTest: true,
      }));
    const failedFiles = modules.flatMap((module) =>
      module.errors().map((error) => failure(module.moduleId, "the file itself", error)),
    );
    const failedHooks = modules.flatMap((module) =>
      [...module.children.allSuites()].flatMap((suite) =>
        suite
          .errors()
          .map((error) => failure(module.moduleId, `${suite.fullName}, outside of its tests`, error)),
      ),
    );
    const outside = unhandledErrors.map((error) =>
      failure(error.VITEST_TEST_PATH ?? null, "an error outside of the tests", error),
    );
    const report = {
      passed: tests.filter(({ result }) => result.state === "passed").length,
      failed: [...failedTests, ...failedFiles, ...failedHooks, ...outside],
    };
    writeFileSync(process.env.VITEST_REPORT, JSON.stringify(report));
  }
}

/** `file` is null when unknown. */
function failure(path, name, error) {
  const file = path === null ? null : relative(process.cwd(), path);
  return { isTest: false, file, title: `${file ?? "no file"}: ${name}`, message: error?.message ?? "" };
}
