import { existsSync, readFileSync, statSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, longest first, as printed by `npm test`: a new clone has no earlier run to learn from. */
const listed = new URL("../slowest-files.txt", import.meta.url);

const projects = ["all-long", "quick-alone", "quick", "daily", "all"];

/**
 * Runs the projects one after the other, because a worker shares imports only within a project. In each the listed
 * files come first, so that no long one starts last; then by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = existsSync(listed) ? readFileSync(listed, "utf8").trim().split("\n") : [];
    const position = ({ moduleId }: TestSpecification) => {
      const found = order.indexOf(relative(process.cwd(), moduleId));
      return found < 0 ? order.length : found;
    };
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    const turn = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return [...files].sort((a, b) => turn(a) - turn(b) || position(a) - position(b) || size(b) - size(a));
  }
}
