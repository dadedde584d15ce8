import type { AppServer } from "./app-server";
import { until } from "./http-client";

/** Waits until the program has printed these words, after so many characters: a line may come after its answer. */
export const logged = (program: AppServer, words: string | RegExp, after = 0): Promise<boolean> =>
  until(`it is logged: ${words}`, () => {
    const said = program.output().slice(after);
    return typeof words === "string" ? said.includes(words) : words.test(said);
  });
