import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { newPassphrase, passphraseOf, type Terminal } from "./passphrase";

/** A terminal on which somebody types these lines, each once it is asked for; what it shows, and whether it echoes. */
function terminal(...lines: string[]) {
  const shown: string[] = [];
  const raw: boolean[] = [];
  const events = new EventEmitter();
  const input = Object.assign(events, {
    isTTY: true as const,
    setRawMode: (on: boolean) => {
      raw.push(on);
      return input as never;
    },
    resume: () => {
      // Sign by sign, as keys are pressed.
      queueMicrotask(() => {
        for (const character of lines.shift() ?? "") events.emit("data", Buffer.from(character));
      });
      return input as never;
    },
    pause: () => input as never,
  });
  const made = { input, say: (text: string) => shown.push(text) } as unknown as Terminal;
  return { made, shown, raw };
}

const refusal = (request: Promise<string>) =>
  request.then(
    () => "nothing",
    (error: Error) => error.message,
  );

test("[V-BAK-2] the passphrase is asked for twice, is hidden, and can be corrected while typing", async () => {
  const { made, shown, raw } = terminal("wrong\u0015hurricane  s\u007feason\r", "hurricane  eason\r");
  expect(await newPassphrase(undefined, made)).toBe("hurricane  eason");
  expect(shown).toEqual(["Passphrase for the backup: ", "\n", "Repeat the passphrase: ", "\n"]);
  expect(raw).toEqual([true, false, true, false]);
});

test.each([
  ["eleven signs", ["hurricanes!\r"], "The passphrase needs at least 12 characters."],
  ["none", ["\r"], "The passphrase needs at least 12 characters."],
  [
    "another one the second time",
    ["hurricane season\r", "hurricane seasons\r"],
    "The passphrases do not match. Nothing was written.",
  ],
  ["Ctrl-C", ["hurricane\u0003"], "No passphrase entered. Nothing was written."],
])("[V-BAK-2] typing is handled: %s", async (_, lines, text) => {
  const { made, raw } = terminal(...lines);
  expect(await refusal(newPassphrase(undefined, made))).toBe(text);
  expect(raw.at(-1), "the terminal shows again what is typed").toBe(false);
});

test("for a restore the passphrase is asked for once; BACKUP_PASSPHRASE is used without asking", async () => {
  const { made, shown } = terminal("short\r");
  expect(await passphraseOf(undefined, made)).toBe("short");
  expect(await passphraseOf("of the setting", made)).toBe("of the setting");
  expect(await newPassphrase("twelve signs", made)).toBe("twelve signs");
  expect(shown).toEqual(["Passphrase for the backup: ", "\n"]);
});
