import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import { type ByteRange, checkedHash, type FileStore, ObjectGone, StoreAway } from './file-store.ts';

/** A bucket, and how it is reached. */
export interface S3Place {
  readonly bucket: string;
  /** Before the names of objects. */
  readonly prefix: string;
  readonly region: string;
  /** Blank for Amazon's own. */
  readonly endpoint: string;
  /** Absent for those that the SDK finds, such as a role of the machine. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** The SDK, and a client for this place. */
interface Opened {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.S3Client;
}

/** Objects in a bucket of Amazon S3, or of a server that speaks the same. */
export class S3Store implements FileStore {
  readonly workFolder = tmpdir();
  private opened: Promise<Opened> | undefined;

  constructor(private readonly place: S3Place) {}

  async put(hash: string, path: string): Promise<void> {
    if (await this.has(hash)) return;
    const { size } = await stat(path);
    await this.asked(hash, ({ sdk, client, object }) =>
      client.send(
        new sdk.PutObjectCommand({
          ...object,
          Body: createReadStream(path),
          ContentLength: size,
          // The store refuses what it did not get whole.
          ChecksumSHA256: Buffer.from(hash, 'hex').toString('base64'),
        }),
      ),
    );
  }

  async read(hash: string, range?: ByteRange): Promise<Readable> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const found = await this.asked(
      hash,
      ({ sdk, client, object }) => client.send(new sdk.GetObjectCommand({ ...object, ...part })),
      'NoSuchKey',
    );
    if (!found) throw new ObjectGone(hash);
    return found.Body as Readable; // on Node
  }

  async has(hash: string): Promise<boolean> {
    const head = await this.asked(
      hash,
      ({ sdk, client, object }) => client.send(new sdk.HeadObjectCommand(object)),
      'NotFound',
    );
    return head !== undefined;
  }

  async remove(hash: string): Promise<void> {
    await this.asked(hash, ({ sdk, client, object }) => client.send(new sdk.DeleteObjectCommand(object)), 'NoSuchKey');
  }

  /**
   * What the store answers about an object; undefined if that is the failure `absent`.
   * @throws {StoreAway}
   */
  private async asked<Answer>(
    hash: string,
    ask: (asking: Opened & { readonly object: { readonly Bucket: string; readonly Key: string } }) => Promise<Answer>,
    absent?: string,
  ): Promise<Answer | undefined> {
    const { bucket, prefix, endpoint } = this.place;
    const object = { Bucket: bucket, Key: prefix + checkedHash(hash) };
    const opened = await (this.opened ??= this.open());
    try {
      return await ask({ ...opened, object });
    } catch (failure) {
      const { name, message } = failure as Error; // the SDK throws no others
      if (name === absent) return undefined;
      const why = `${name}: ${message}`.replace(/^Error: (?:AWS SDK error wrapper for Error: )?/, '');
      throw new StoreAway(`the bucket ${bucket} at ${endpoint || 'Amazon S3'} cannot be used: ${why}`, failure);
    }
  }

  /** Loaded by sites that use it: it is larger than the rest. */
  private async open(): Promise<Opened> {
    const sdk = await import('@aws-sdk/client-s3');
    const { region, endpoint, credentials } = this.place;
    const client = new sdk.S3Client({
      region,
      // Names of buckets are hosts at Amazon; other servers seldom have such names.
      ...(endpoint !== '' && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
      // Checksums that come with the bytes are Amazon's; other servers do not know them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
    });
    return { sdk, client };
  }
}
