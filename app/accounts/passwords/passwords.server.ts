import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { isEasyToGuess } from "~/accounts/passwords/common.server";
import { normalized } from "~/normalized";

export const minPasswordLength = 8;
export const maxPasswordLength = 128;
/** Longer input is not normalized: it may have more code points than its NFKC, but not so many. */
const maxInputLength = 1000;

/** Argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The same keys give other code points on another machine: macOS composes `é` of two, a Japanese keyboard types wide
 * letters. NFKC unifies them (RFC 8265, NIST SP 800-63B).
 */
const comparable = (password: string): string => normalized(password, "NFKC");

export async function hashPassword(password: string): Promise<string> {
  const hashed = await hash(comparable(password), cost);
  // For an unknown email better-auth hashes the input: that must take as long as a wrong password of a known one.
  if (comparable(password) !== password) await hash(password, cost);
  return hashed;
}

export async function isPassword(storedHash: string, password: string): Promise<boolean> {
  if (password.length > maxInputLength) return false;
  try {
    return await verify(storedHash, comparable(password));
  } catch {
    // Not an Argon2 hash: no password matches.
    return false;
  }
}

/** A new password's problem as a message; null without one. `email` is the owner's. */
export async function passwordProblem(rawPassword: string, email = ""): Promise<string | null> {
  // An overlong one is refused before it is normalized; others are checked as they are stored.
  const password = rawPassword.length > maxPasswordLength ? rawPassword : comparable(rawPassword);
  if (password.length < minPasswordLength) return `Password must be at least ${minPasswordLength} characters long`;
  if (password.length > maxPasswordLength) return `Password must be at most ${maxPasswordLength} characters long`;
  if (await isEasyToGuess(password, email)) return "This password is easy to guess. Choose another one.";
  return null;
}

/** Without letters that look alike, for typing from a terminal. About 116 bits. */
const alphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

export function randomPassword(): string {
  const letters = Array.from({ length: 20 }, () => alphabet.charAt(randomInt(alphabet.length)));
  return letters.join("").replace(/.{5}(?=.)/g, "$&-");
}
