import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** Runs a program of node_modules; returns its output if it failed. */
export async function program(name: string, args: string[], cwd = "."): Promise<string | undefined> {
  const child = spawn(name, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<string>((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (status) => resolve(status === 0 ? "" : `${name} ended with ${status}`));
  });
  const output = await Promise.all([text(child.stdout), text(child.stderr)]);
  const failure = await ended;
  return failure && (output.join("").trim() || failure);
}
