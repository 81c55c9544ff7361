import { DomainError, refuse } from '@parlour/contracts/errors';
import type { FileDeleted, FileDescribed, FilesEvent, FileUploaded } from '@parlour/contracts/files/files';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { checkWellFormed, lengthOf } from '@parlour/contracts/text/checks';
import { type Decider, once } from '@parlour/kernel/log/decider';

/** Add a file whose bytes are in the store. */
export interface AddFile {
  readonly type: 'AddFile';
  readonly file: FileUploaded['data'];
}

/** Say what an image shows. */
export interface DescribeFile {
  readonly type: 'DescribeFile';
  readonly fileId: string;
  readonly by: string;
  /** Trimmed. */
  readonly alt: string;
  readonly isDeleted: boolean;
}

/** A file as later decisions need it. */
export interface FileState {
  readonly by: string;
  readonly alt: string;
}

/** The stream of a file. */
export function fileStream(fileId: string): string {
  return `file/${fileId}`;
}

/** The rules of adding a file: the gateway has told its kind and its size by its content. */
export const addingDecider = once<AddFile, FileUploaded>(({ file }) => {
  checkAlt(file.alt);
  return [{ type: 'FileUploaded', data: file }];
});

/** The rules of describing it: its owner does. */
export const describingDecider: Decider<
  FileState | null,
  DescribeFile,
  Extract<FilesEvent, FileUploaded | FileDescribed>
> = {
  initial: null,

  decide({ fileId, by, alt, isDeleted }, file) {
    if (!file || isDeleted || file.by !== by) throw fileUnknown();
    checkAlt(alt);
    return file.alt === alt ? [] : [{ type: 'FileDescribed', data: { fileId, by, alt } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'FileUploaded':
        return { by: event.data.by, alt: event.data.alt };
      case 'FileDescribed':
        return state && { ...state, alt: event.data.alt };
      default:
        event satisfies never;
        return state;
    }
  },
};

/** Delete a file for good. */
export interface DeleteFile {
  readonly type: 'DeleteFile';
  readonly file: FileDeleted['data'];
}

/** The rules of deleting: whoever may is known before; a file is deleted once. */
export const deletingDecider = once<DeleteFile, FileDeleted>(({ file }) => [{ type: 'FileDeleted', data: file }]);

/** Also for a file that the caller may not see. */
export function fileUnknown(): DomainError {
  return new DomainError('file.unknown', messages.fileUnknown);
}

function checkAlt(alt: string): void {
  if (lengthOf(alt) > limits.fileAltLength) throw new DomainError('file.alt', messages.fileAltTooLong);
  refuse(checkWellFormed(alt));
}
