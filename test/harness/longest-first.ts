import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, longest first, as `npm test` prints them: a fresh clone has no earlier run to learn them from. */
const listed = new URL("../slowest-files.txt", import.meta.url);

/**
 * The files in this process first, then those that share a program: a worker keeps its program only as long as the next
 * file shares it too. Of these the listed ones first, so that no long file begins when the others are done; then the
 * larger ones.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = existsSync(listed) ? readFileSync(listed, "utf8").trim().split("\n") : [];
    const place = ({ moduleId }: TestSpecification) => {
      const found = order.indexOf(relative(process.cwd(), moduleId));
      return found < 0 ? order.length : found;
    };
    const size = ({ moduleId }: TestSpecification) => readFileSync(moduleId).length;
    const shares = ({ project }: TestSpecification) => Number(!project.config.isolate);
    return [...files].sort((a, b) => shares(a) - shares(b) || place(a) - place(b) || size(b) - size(a));
  }
}
