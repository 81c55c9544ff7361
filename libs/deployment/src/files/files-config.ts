import { IsNotEmpty, IsString } from 'class-validator';
import { ConsistentWith } from '../process/process-config.ts';
import type { FileStore } from './file-store.ts';
import { FolderStore } from './folder-store.ts';
import { S3Store } from './s3-store.ts';

/** Where the files of people are, named like the environment's variables. */
export class FilesConfig {
  /** A folder that the gateways and the service `files` share; blank for none. */
  @ConsistentWith(({ FILES_FOLDER, S3_BUCKET }: FilesConfig) => [
    [FILES_FOLDER === '' || S3_BUCKET === '', 'FILES_FOLDER must be blank if S3_BUCKET is set'],
  ])
  FILES_FOLDER = '';

  /** A bucket instead of the folder. */
  @IsString()
  S3_BUCKET = '';

  /** The address of a server that speaks as Amazon S3 does; blank for Amazon's own. */
  @ConsistentWith(({ S3_ENDPOINT }: FilesConfig) => [
    [S3_ENDPOINT === '' || isHttp(S3_ENDPOINT), 'S3_ENDPOINT must be an address such as https://s3.example'],
  ])
  S3_ENDPOINT = '';

  @IsString()
  @IsNotEmpty()
  S3_REGION = 'us-east-1';

  /** Blank for the credentials that the SDK finds, such as a role of the machine. */
  @IsString()
  S3_ACCESS_KEY_ID = '';

  @ConsistentWith(({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: FilesConfig) => [
    [
      (S3_ACCESS_KEY_ID === '') === (S3_SECRET_ACCESS_KEY === ''),
      'S3_SECRET_ACCESS_KEY must be set with S3_ACCESS_KEY_ID, and only then',
    ],
  ])
  S3_SECRET_ACCESS_KEY = '';

  /** Before the names of objects, if others are in the bucket. */
  @IsString()
  S3_PREFIX = '';
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The store that is configured; null if files are switched off. */
export function fileStoreOf(config: FilesConfig): FileStore | null {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (config.S3_BUCKET !== '') {
    return new S3Store({
      bucket: config.S3_BUCKET,
      prefix: config.S3_PREFIX,
      region: config.S3_REGION,
      endpoint: config.S3_ENDPOINT,
      ...(accessKeyId !== '' && { credentials: { accessKeyId, secretAccessKey } }),
    });
  }
  return config.FILES_FOLDER === '' ? null : new FolderStore(config.FILES_FOLDER);
}
