import { filesIn } from '@parlour/contracts/files/file-id';
import { bytesOfMegabytes, type FileLimits } from '@parlour/contracts/files/file-limits';
import { messages } from '@parlour/contracts/messages';

/** Why a file can't be added to a text, as far as that is known before it is sent. */
export function uploadFault(
  { type, size }: Pick<File, 'type' | 'size'>,
  text: string,
  { filesPerPost, imageMegabytes, fileMegabytes }: FileLimits,
): string | undefined {
  if (filesIn(text).length >= filesPerPost) return messages.filesTooMany(filesPerPost);
  // By content, the server may find that it is no image.
  const isImage = /^image\/(?!svg)/.test(type);
  if (isImage && size > bytesOfMegabytes(imageMegabytes)) return messages.imageTooLarge(imageMegabytes);
  return size > bytesOfMegabytes(fileMegabytes) ? messages.fileTooLarge(fileMegabytes) : undefined;
}
