import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { isEasyToGuess } from "~/accounts/passwords/common.server";

export const minPasswordLength = 8;
export const maxPasswordLength = 128;

/** Argon2id (the library's default kind) with OWASP's figures: 19 MiB, two passes, one thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

export async function isPassword(storedHash: string, password: string): Promise<boolean> {
  try {
    return await verify(storedHash, password);
  } catch {
    // Not an Argon2 hash: no password matches.
    return false;
  }
}

/**
 * The problem of a new password as a message for its owner; null when there is none (A-USERS-8, V-ATK-23). `email` is
 * the owner's.
 */
export async function passwordProblem(password: string, email = ""): Promise<string | null> {
  if (password.length < minPasswordLength) return `Password must be at least ${minPasswordLength} characters long`;
  if (password.length > maxPasswordLength) return `Password must be at most ${maxPasswordLength} characters long`;
  if (await isEasyToGuess(password, email)) return "This password is easy to guess. Choose another one.";
  return null;
}

/** Without letters that look like others; typed by hand from a terminal. About 116 bits. */
const alphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

export function randomPassword(): string {
  const letters = Array.from({ length: 20 }, () => alphabet.charAt(randomInt(alphabet.length)));
  return letters.join("").replace(/.{5}(?=.)/g, "$&-");
}
