export class DeliveryError extends Error {
  /** May name the recipient: shown to staff, never written to the program's log. */
  readonly detail: string;
  /** The setting that the operator must correct; until then mails wait. */
  readonly setting: string | undefined;
  /** Refused permanently: a retry would fail too. */
  readonly refused: boolean;

  constructor(code: string, why: { detail: string; setting?: string | undefined; refused?: boolean; cause?: unknown }) {
    const about = why.setting ? `: fix ${why.setting}` : "";
    super(`The email couldn’t be sent (${code})${about}`, { cause: why.cause });
    this.detail = why.detail;
    this.setting = why.setting;
    this.refused = why.refused ?? false;
  }
}
