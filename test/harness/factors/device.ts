import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

export type DeviceChange = {
  /** Whether it verifies its user, by PIN, fingerprint or face. */
  verifies?: boolean;
  /** The origin that its browser reports. */
  origin?: string;
  /** The reported user handle, in base64url; null for none. */
  userHandle?: string | null;
};

/** A software passkey, as a browser's authenticator creates and uses it (WebAuthn, ES256, no attestation). */
export class Device {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id = randomBytes(16);
  readonly #origin: string;
  #count = 0;
  /** As stored at registration. */
  #userHandle = "";

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The response to a registration challenge. */
  add({ challenge, user }: { challenge: string; user: { id: string } }, change: DeviceChange = {}): string {
    this.#userHandle = user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const data = Buffer.concat([this.#head(change, 0x40), Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
      Buffer.from([data.length]),
      data,
    ]);
    return this.#json({
      clientDataJSON: this.#client("webauthn.create", challenge, change).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    });
  }

  /** The response to an authentication challenge. */
  answer({ challenge }: { challenge: string }, change: DeviceChange = {}): string {
    this.#count += 1;
    const { userHandle } = change;
    const client = this.#client("webauthn.get", challenge, change);
    const data = this.#head(change, 0);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return this.#json({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
      ...(userHandle === null ? {} : { userHandle: userHandle ?? this.#userHandle }),
    });
  }

  #json(response: object): string {
    const id = this.id.toString("base64url");
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }

  #client(type: string, challenge: string, { origin = this.#origin }: DeviceChange): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #head({ verifies = true, origin = this.#origin }: DeviceChange, more: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#count);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([1 | (verifies ? 4 : 0) | more]), count]);
  }

  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }
}
