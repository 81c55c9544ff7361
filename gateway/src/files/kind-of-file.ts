import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import { codeOf } from '@parlour/kernel/process/error-code';
import { type FileKind, kindOf } from '@parlour/contracts/files/file-kinds';

/** Other names of the same kinds. */
const sameAs: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/vnd.wave': 'audio/wav',
  'video/ogg': 'audio/ogg',
  'application/ogg': 'audio/ogg',
};

/**
 * The kind of a file by its content; undefined for one that can't be uploaded. Source:
 * specification FI-2.
 */
export async function kindOfFile(path: string): Promise<FileKind | undefined> {
  const found = await fileTypeFromFile(path);
  const [mime = ''] = found ? found.mime.split(';', 1) : [await textOfFile(path)];
  return kindOf(sameAs[mime] ?? mime);
}

/** Texts have no signature: they are what UTF-8 can be. What a browser would run is named so. */
async function textOfFile(path: string): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start = '';
  let isText = true;
  try {
    await pipeline(createReadStream(path), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        const text = decoder.decode(piece, { stream: true });
        isText &&= !text.includes('\0');
        if (start.length < 1_000) start += text;
      }
      decoder.decode();
    });
  } catch (failure) {
    if (codeOf(failure) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw failure;
    isText = false;
  }
  if (!isText) return undefined;
  const plain = start.trimStart().toLowerCase();
  if (!plain.startsWith('<')) return 'text/plain';
  return /<svg[\s>]/.test(plain) ? 'image/svg+xml' : 'text/html';
}
