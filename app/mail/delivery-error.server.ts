/** Why a mail was not handed over. */
export class DeliveryError extends Error {
  /** May name the recipient: it is for the staff's log, never for the program's. */
  readonly detail: string;
  /** The setting that someone has to mend before anything can be sent; nothing is lost until then. */
  readonly setting: string | undefined;
  /** The server's final word on this mail: another try would hear the same. */
  readonly refused: boolean;

  constructor(code: string, why: { detail: string; setting?: string | undefined; refused?: boolean; cause?: unknown }) {
    const about = why.setting ? `: mend ${why.setting}` : "";
    super(`The mail was not handed over (${code})${about}`, { cause: why.cause });
    this.detail = why.detail;
    this.setting = why.setting;
    this.refused = why.refused ?? false;
  }
}
