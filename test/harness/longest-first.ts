import { existsSync, readFileSync, statSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, longest first, as `npm test` prints them: a fresh clone has no earlier run to learn them from. */
const listed = new URL("../slowest-files.txt", import.meta.url);

const projects = ["all-long", "quick-alone", "quick", "daily", "all"];

/**
 * The projects one after the other: a worker keeps what its files share only as long as the next file is of the same
 * project. In each the listed files first, so that no long one begins when the others are done; then the larger ones.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = existsSync(listed) ? readFileSync(listed, "utf8").trim().split("\n") : [];
    const place = ({ moduleId }: TestSpecification) => {
      const found = order.indexOf(relative(process.cwd(), moduleId));
      return found < 0 ? order.length : found;
    };
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    const turn = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return [...files].sort((a, b) => turn(a) - turn(b) || place(a) - place(b) || size(b) - size(a));
  }
}
