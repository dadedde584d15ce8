/** `setting`: what the operator has to correct. The message names no file. */
export class StorageError extends Error {
  readonly setting: string;
  /** Whether a retry in a moment may succeed. */
  readonly passing: boolean;

  constructor(setting: string, text: string, transient = false) {
    super(`Fix ${setting}: ${text}`);
    this.setting = setting;
    this.passing = transient;
  }
}

const network = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|TimeoutError)$/;

/** Explains a failure of the folder or the bucket by its error codes. */
export function explainStorage(error: unknown, setting: "DATA_DIR" | "STORAGE_URL"): StorageError {
  const codes = codesOf(error);
  const has = (...names: string[]) => codes.some((code) => names.includes(code));
  const suffix = codes.length > 0 ? ` (${codes[0]})` : "";
  if (setting === "DATA_DIR") {
    if (has("ENOSPC", "EDQUOT")) return new StorageError(setting, `its disk is full${suffix}`);
    if (has("EACCES", "EPERM", "EROFS"))
      return new StorageError(setting, `its documents folder can’t be written to${suffix}`);
    return new StorageError(setting, `its documents folder can’t be used${suffix}`);
  }
  if (has("NoSuchBucket", "NotFound")) return new StorageError(setting, `there is no such bucket${suffix}`);
  if (
    has(
      "InvalidAccessKeyId",
      "SignatureDoesNotMatch",
      "AccessDenied",
      "Forbidden",
      "InvalidToken",
      "CredentialsProviderError",
      "403",
      "401",
    )
  )
    return new StorageError(setting, `its keys are not accepted${suffix}`);
  if (codes.some((code) => network.test(code)))
    return new StorageError(setting, `the storage can't be reached${suffix}`, true);
  if (has("QuotaExceeded", "XMinioStorageFull", "507"))
    return new StorageError(setting, `the storage is full${suffix}`);
  return new StorageError(setting, `the storage does not work${suffix}`, true);
}

/** The codes of an error and its causes, the innermost last. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = [
    "Code" in error ? String(error.Code) : "",
    "code" in error && !String(error.code).startsWith("E_") ? String(error.code) : "",
    error.name === "Error" || error.name === "Exception" ? "" : error.name,
    "$metadata" in error ? statusOf(error.$metadata) : "",
  ].filter((code) => code !== "" && code !== "undefined");
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...own, ...inner, ...codesOf(error.cause)];
}

const statusOf = (metadata: unknown) =>
  metadata && typeof metadata === "object" && "httpStatusCode" in metadata ? String(metadata.httpStatusCode) : "";
