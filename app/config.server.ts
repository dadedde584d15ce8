import { createHmac, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { emailInput } from "~/core/email/email-input.server";
import { parseKeyring } from "./parse-keyring";

/** The minimum length of a secret, in characters. */
export const secretLength = 32;
const longSecret = z.string().min(secretLength, `must be at least ${secretLength} characters long`);

const flag = z.enum(["yes", "no"]).transform((value) => value === "yes");
const origin = z
  .url({ protocol: /^https?$/, error: "must be an http or https address such as https://lucaya.example" })
  .transform((value) => new URL(value).origin);

/** An address of one protocol whose parts can be decoded, and that is as `isWhole` says. */
const urlSchema = (protocol: RegExp, error: string, isWhole: (url: URL) => boolean = () => true) =>
  z.string().refine(
    (value) => {
      const url = URL.canParse(value) ? new URL(value) : null;
      return url !== null && protocol.test(url.protocol) && isDecodable(url) && isWhole(url);
    },
    { error },
  );

const namesHost = ({ hostname }: URL) => hostname !== "";

/** What `openBucket` in `documents/bucket.server.ts` reads. */
function isBucket({ hostname, pathname, searchParams }: URL): boolean {
  const endpoint = searchParams.get("endpoint");
  const isEndpoint = !endpoint || (URL.canParse(endpoint) && /^https?:/.test(endpoint));
  return hostname !== "" && ["", "/"].includes(pathname) && isEndpoint;
}

/** What `replies+{token}@…` has in place of `{token}`, in characters. */
export const replyTokenLength = 43;
const mostBeforeAt = 64;

function isReplyAddress(template: string): boolean {
  const [local = "", ...rest] = template.split("@");
  const filled = template.replace("{token}", "a".repeat(replyTokenLength));
  return (
    rest.length === 1 &&
    local.split("{token}").length === 2 &&
    !/[{}]/.test(filled) &&
    filled.indexOf("@") <= mostBeforeAt &&
    emailInput.safeParse(filled).success
  );
}

/** With a user, a password and a folder; `?move=` is the only parameter. */
function isMailbox({ hostname, username, password, pathname, searchParams, hash }: URL): boolean {
  const isKnown = [...searchParams].every(([name, value]) => name === "move" && value !== "");
  const isWhole = [hostname, username, password].every((part) => part !== "");
  return isWhole && pathname.length > 1 && searchParams.size <= 1 && isKnown && hash === "";
}

function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    // Compared, because the build leaves out a call whose result nobody uses.
    return [username, password, pathname].every((part) => part === "" || decodeURIComponent(part) !== "");
  } catch {
    return false;
  }
}

function readKeyring(text: string, ctx: z.RefinementCtx) {
  try {
    return text === "" ? [] : parseKeyring(text);
  } catch (error) {
    ctx.addIssue({ code: "custom", message: error instanceof Error ? error.message : "can't be read" });
    return z.NEVER;
  }
}

const environment = z
  .object({
    NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().min(1).optional(),
    PUBLIC_URL: origin.optional(),
    DATA_DIR: z.string().min(1).default("data"),
    DATABASE_URL: urlSchema(/^postgres(ql)?:$/, "must be a postgres:// address").optional(),
    STORAGE_URL: urlSchema(
      /^s3:$/,
      "must be an s3:// address that names a bucket and no folder in it, such as s3://visa-documents",
      isBucket,
    ).optional(),
    CLAMAV_URL: urlSchema(/^tcp:$/, "must be a tcp:// address such as tcp://127.0.0.1:3310", namesHost).optional(),
    SMTP_URL: urlSchema(/^smtps?:$/, "must be an smtp:// or smtps:// address", namesHost).optional(),
    MAIL_FROM: z.string().min(3).default("Lucaya Visa & Immigration <hello@lucaya.example>"),
    MAIL_WEBHOOK_SECRET: longSecret.optional(),
    REPLY_ADDRESS: z
      .string()
      .refine(isReplyAddress, {
        error:
          "must be an email address with {token} once before its @, and at most 21 more characters there, such as replies+{token}@lucaya.example",
      })
      .optional(),
    IMAP_URL: urlSchema(
      /^imaps?:$/,
      "must be an imaps:// or imap:// address with user, password and folder, such as imaps://user:password@mail.example/INBOX",
      isMailbox,
    ).optional(),
    INBOUND_WEBHOOK_SECRET: longSecret.optional(),
    INBOUND_AUTHSERV: z
      .string()
      .regex(/^[\w.:-]{1,200}$/, "must be the name that the mail server gives itself, such as mx.lucaya.example")
      .optional(),
    ADMIN_EMAIL: emailInput.optional(),
    ADMIN_PASSWORD: z.string().min(8, "must be at least 8 characters long").optional(),
    SAMPLE_DATA: flag.optional(),
    SECRET: longSecret.optional(),
    KEYRING: z.string().default("").transform(readKeyring),
    BACKUP_PASSPHRASE: z.string().optional(),
    METRICS_TOKEN: z.string().min(16).optional(),
    FUNCTIONS_KEY: longSecret.optional(),
    PUBLIC_CLIENT_TOKEN: z.string().min(16, "must be at least 16 characters long").optional(),
    GOOGLE_BUSINESS_LOCATION: z
      .string()
      .regex(/^accounts\/[^/]+\/locations\/[^/]+$/, "must look like accounts/123/locations/456")
      .optional(),
    GOOGLE_BUSINESS_CLIENT_ID: z.string().min(1).optional(),
    GOOGLE_BUSINESS_CLIENT_SECRET: z.string().min(1).optional(),
    GOOGLE_BUSINESS_REFRESH_TOKEN: z.string().min(1).optional(),
    GOOGLE_BUSINESS_API_URL: origin.default("https://mybusiness.googleapis.com"),
    GOOGLE_BUSINESS_TOKEN_URL: z.url({ protocol: /^https?$/ }).default("https://oauth2.googleapis.com/token"),
    TRUST_PROXY: flag.default(false),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  })
  .superRefine((env, ctx) => {
    const require = (name: keyof typeof env, why: string) =>
      ctx.addIssue({ code: "custom", path: [name], message: `is required ${why}` });
    if (env.DATABASE_URL && !env.SECRET) require("SECRET", "with DATABASE_URL");
    if (env.SMTP_URL && !env.PUBLIC_URL) require("PUBLIC_URL", "with SMTP_URL: links in mails start with it");
    const receiving = env.IMAP_URL ? "IMAP_URL" : "INBOUND_WEBHOOK_SECRET";
    if (env[receiving] && !env.REPLY_ADDRESS) require("REPLY_ADDRESS", `with ${receiving}`);
    if (env.REPLY_ADDRESS && !env[receiving])
      require("IMAP_URL", "with REPLY_ADDRESS, or INBOUND_WEBHOOK_SECRET: nobody would receive replies");
    if (env.INBOUND_AUTHSERV && !env.REPLY_ADDRESS) require("REPLY_ADDRESS", "with INBOUND_AUTHSERV");
    if (env.ADMIN_EMAIL && !env.ADMIN_PASSWORD) require("ADMIN_PASSWORD", "with ADMIN_EMAIL");
    if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL) require("ADMIN_EMAIL", "with ADMIN_PASSWORD");
  });

function parse() {
  // An empty variable is an unset one: compose files and shells pass those.
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    endStart(`Environment validation failed\n${issues.join("\n")}`);
  }
  return parsed.data;
}

const env = parse();
// React and others choose their production code by it when they are loaded, which is after this.
process.env.NODE_ENV = env.NODE_ENV;
const dataDir = resolve(env.DATA_DIR);

/** The secrets that this process has made, by their paths. */
const made = new Map<string, string>();

/**
 * A secret of this installation: made once in DATA_DIR, readable by its owner alone. An empty file, as a full disk or a
 * power cut leaves it, has signed nothing and gets a new secret; a secret is never replaced. Ends the program when the
 * file can't be read or written.
 */
export function storedSecret(name: string): string {
  const path = join(dataDir, name);
  try {
    if (readSecret(path) === "") makeSecret(path);
  } catch (error) {
    return refuseSecret(
      `The secret ${path} can't be read or written: ${error instanceof Error ? error.message : error}`,
    );
  }
  const secret = readSecret(path);
  if (secret.length >= secretLength) return secret;
  return refuseSecret(
    `The secret in ${path} has fewer than ${secretLength} characters. Restore the original, or delete the file so that a new one is created.`,
  );
}

const readSecret = (path: string) => (existsSync(path) ? readFileSync(path, "utf8").trim() : "");

/** Writes a temporary file and renames it: nobody reads half of it, and a failed write leaves nothing. */
function makeSecret(path: string) {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  const secret = randomBytes(32).toString("base64url");
  try {
    writeFileSync(draft, secret, { mode: 0o600, flush: true });
    renameOver(draft, path);
    made.set(path, secret);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A hard link never replaces a file: two simultaneous starts end up with the same secret. */
function renameOver(draft: string, path: string) {
  try {
    linkSync(draft, path);
  } catch {
    // An empty one is there, or the file system knows no links; else another start made it a moment ago.
    if (readSecret(path) === "") renameSync(draft, path);
  }
}

/** Removes the secrets that this start made for its settings, when it is refused: nothing depends on them yet. */
export function removeMadeSecrets(): void {
  for (const name of ["secret", "functions-key", "mail-webhook-secret"]) {
    const path = join(dataDir, name);
    if (made.has(path) && readSecret(path) === made.get(path)) rmSync(path);
    made.delete(path);
  }
}

function refuseSecret(line: string): never {
  removeMadeSecrets();
  return endStart(line);
}

function endStart(line: string): never {
  console.error(line);
  process.exit(1);
}

/** The same in every instance that shares the secret, which it does not give away. */
function derived(secret: string, use: string): string {
  return createHmac("sha256", secret).update(use).digest("base64url");
}

/**
 * A secret is read, or made, when it is first asked for, not when this module is loaded: a start that is refused makes
 * nothing (F-DESK-14).
 */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const secret = once(() => env.SECRET ?? storedSecret("secret"));
const secrets = {
  secret,
  functionsKey: once(() => env.FUNCTIONS_KEY ?? storedSecret("functions-key")),
  mailWebhookSecret: once(
    () =>
      env.MAIL_WEBHOOK_SECRET ??
      (env.SECRET ? derived(env.SECRET, "mail webhook") : storedSecret("mail-webhook-secret")),
  ),
  publicClientToken: once(() => env.PUBLIC_CLIENT_TOKEN ?? derived(secret(), "public client token")),
};

/** Makes the secrets that are missing. Ends the program where one can't be used, and then leaves none that it made. */
export function prepareSecrets(): void {
  for (const ready of Object.values(secrets)) ready();
}

/** Only the proxy may reach the program: any other client could claim any IP. */
const isLocal = env.NODE_ENV === "development" || env.TRUST_PROXY;

/** The environment, parsed once. `HOST` is loopback in development and behind a proxy, else every interface. */
export const config = {
  ...env,
  HOST: env.HOST ?? (isLocal ? "127.0.0.1" : "0.0.0.0"),
  dataDir,
  embedded: env.DATABASE_URL === undefined,
  sampleData: env.SAMPLE_DATA ?? env.DATABASE_URL === undefined,
  get secret() {
    return secrets.secret();
  },
  /** Bearer of the server's own calls of `/functions/v1/send-email`. */
  get functionsKey() {
    return secrets.functionsKey();
  },
  /** Signs what a mail service reports of deliveries and bounces. */
  get mailWebhookSecret() {
    return secrets.mailWebhookSecret();
  },
  /** Bearer of every visitor's page: it tells our own pages from nothing, and opens nothing (P-REV-8). */
  get publicClientToken() {
    return secrets.publicClientToken();
  },
  /** Cookies are `Secure` and `__Host-` when visitors come by https. */
  secure: env.PUBLIC_URL?.startsWith("https:") ?? false,
};
