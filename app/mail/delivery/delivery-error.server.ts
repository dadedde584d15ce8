export class DeliveryError extends Error {
  /** May name the recipient: for the staff's log, never for the process's. */
  readonly detail: string;
  /** The setting that the operator must correct; until then mails wait. */
  readonly setting: string | undefined;
  /** Permanently: another try would fail alike. */
  readonly refused: boolean;

  constructor(code: string, why: { detail: string; setting?: string | undefined; refused?: boolean; cause?: unknown }) {
    const about = why.setting ? `: fix ${why.setting}` : "";
    super(`The email couldn’t be sent (${code})${about}`, { cause: why.cause });
    this.detail = why.detail;
    this.setting = why.setting;
    this.refused = why.refused ?? false;
  }
}
