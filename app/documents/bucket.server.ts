import { Readable } from "node:stream";
import { GetObjectCommand, HeadBucketCommand, S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { S3Driver } from "flydrive/drivers/s3";
import type { ByteRange } from "./byte-range";

/** flydrive's driver of a bucket, plus range reads and a check whether the bucket exists. */
export class PrivateBucket extends S3Driver {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(bucket: string, options: S3ClientConfig) {
    const client = new S3Client(options);
    // The bucket's own policy keeps it private; many services support no access lists.
    super({ client, bucket, visibility: "private", supportsACL: false });
    this.#client = client;
    this.#bucket = bucket;
  }

  async open(key: string, range?: ByteRange): Promise<Readable | null> {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...part }));
      return Body instanceof Readable ? Body : null;
    } catch (error) {
      if (error instanceof Error && error.name === "NoSuchKey") return null;
      // As in a folder, nothing is behind the end.
      if (error instanceof Error && error.name === "InvalidRange") return Readable.from([]);
      throw error;
    }
  }

  async probe(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
  }
}

/**
 * STORAGE_URL: `s3://{bucket}`, with, as far as needed,
 * - `{access key id}:{secret access key}@` before the bucket, percent-encoded; without them the AWS SDK uses its own
 *   sources (its environment variables, the machine's role);
 * - `?region=` (by default us-east-1);
 * - `&endpoint=https://…` for services other than Amazon's;
 * - `&path_style=no` for services that need the bucket in the host name.
 */
export function openBucket(url: URL): PrivateBucket {
  const endpoint = url.searchParams.get("endpoint");
  return new PrivateBucket(url.hostname, {
    region: url.searchParams.get("region") ?? "us-east-1",
    ...(endpoint ? { endpoint, forcePathStyle: url.searchParams.get("path_style") !== "no" } : {}),
    ...(url.username ? { credentials: credentialsOf(url) } : {}),
    // Otherwise some services store the checksum's trailer as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Milliseconds. Short, because a person and perhaps a database connection wait.
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 15_000 },
    maxAttempts: 2,
  });
}

function credentialsOf(url: URL) {
  return { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) };
}
