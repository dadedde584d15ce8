import type { ReadStream } from "node:tty";
import { config } from "~/config.server";
import { StartError } from "~/db/embedded/binaries.server";

/** Characters. */
const minLength = 12;

export type Terminal = {
  input: Pick<ReadStream, "isTTY" | "setRawMode" | "on" | "off" | "resume" | "pause">;
  say: (text: string) => void;
};
const ownTerminal: Terminal = { input: process.stdin, say: (text) => process.stderr.write(text) };

/** BACKUP_PASSPHRASE, or typed twice. Throws a StartError if it is too short, if the two differ, and without either. */
export async function newPassphrase(configured = config.BACKUP_PASSPHRASE, terminal = ownTerminal): Promise<string> {
  const passphrase = configured ?? (await askTerminal("Passphrase for the backup: ", terminal));
  if ([...passphrase].length < minLength) throw new StartError("The passphrase needs at least 12 characters.");
  if (configured === undefined && (await askTerminal("Repeat the passphrase: ", terminal)) !== passphrase)
    throw new StartError("The passphrases do not match. Nothing was written.");
  return passphrase;
}

/** BACKUP_PASSPHRASE, or typed. */
export async function passphraseOf(configured = config.BACKUP_PASSPHRASE, terminal = ownTerminal): Promise<string> {
  return configured ?? askTerminal("Passphrase for the backup: ", terminal);
}

/** Reads a line without echo. Ends the process on Ctrl-C. */
function askTerminal(question: string, { input, say }: Terminal): Promise<string> {
  if (!input.isTTY) throw new StartError("No terminal to ask for the passphrase. Set BACKUP_PASSPHRASE.");
  say(question);
  input.setRawMode(true);
  input.resume();
  return new Promise((resolve, reject) => {
    let characters: string[] = [];
    const end = () => {
      input.off("data", read);
      input.setRawMode(false);
      input.pause();
      say("\n");
    };
    const read = (bytes: Buffer) => {
      for (const character of bytes.toString()) {
        if (character === "\r" || character === "\n") {
          end();
          return resolve(characters.join(""));
        }
        if (character === "\u0003" || character === "\u0004") {
          end();
          return reject(new StartError("No passphrase entered. Nothing was written."));
        }
        if (character === "\u007f" || character === "\b") characters.pop();
        else if (character === "\u0015") characters = [];
        else if (character >= " ") characters.push(character);
      }
    };
    input.on("data", read);
  });
}
