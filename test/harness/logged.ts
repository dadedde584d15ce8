import type { AppServer } from "./app-server";
import { until } from "./http-client";

/** Waits until the app has logged this, after so many characters: a log line may follow its response. */
export const logged = (app: AppServer, words: string | RegExp, after = 0): Promise<boolean> =>
  until(`it is logged: ${words}`, () => {
    const output = app.output().slice(after);
    return typeof words === "string" ? output.includes(words) : words.test(output);
  });
