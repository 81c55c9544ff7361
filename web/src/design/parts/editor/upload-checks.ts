import { filesIn } from '@parlour/contracts/files/file-id';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';

/** Why a file can't be added to a text, as far as that is known before it is sent. */
export function uploadFault({ type, size }: Pick<File, 'type' | 'size'>, text: string): string | undefined {
  if (filesIn(text).length >= limits.filesPerPost) return messages.filesTooMany;
  // By content, the server may find that it is no image.
  const isImage = /^image\/(?!svg)/.test(type);
  if (isImage && size > limits.imageBytes) return messages.imageTooLarge;
  return size > limits.fileBytes ? messages.fileTooLarge : undefined;
}
