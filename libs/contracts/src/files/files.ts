import type { Reportable } from '../communities/reports.ts';
import type { IsoTime } from '../time.ts';

/** Gateway to browser: a file. */
export interface FileWire {
  readonly _id: string;
  readonly name: string;
  /** The media type, told by content. */
  readonly type: string;
  /** In bytes, as it is stored. */
  readonly size: number;
  /** In pixels; 0 if it is no image. */
  readonly width: number;
  readonly height: number;
  /** What the image shows, for those who do not see it. */
  readonly alt: string;
  readonly url: string;
  /** Of an image, the narrowest first. */
  readonly previews: readonly { readonly width: number; readonly url: string }[];
  readonly by: string;
  readonly at: IsoTime;
}

/**
 * What has a file: a text that names it, also of a report; a person, a community or the site, as
 * their picture.
 */
export interface FilePlace {
  readonly type: Exclude<Reportable, 'poll'> | 'report' | 'site';
  readonly id: string;
}

/** Gateway to browser: one of one's own files. */
export interface OwnFileWire extends FileWire {
  /** Its owner's posts that have it, at most `limits.filePlaces`. */
  readonly uses: readonly (FilePlace & {
    /** Of its question or its chat; can be blank. */
    readonly title: string;
    /** Its address in the page; null of a deleted one, and of a report. */
    readonly url: string | null;
  })[];
}

/** Gateway to browser: a file of anybody, for operators; what it shows is not for them. */
export interface AdminFileWire extends Omit<FileWire, 'url' | 'previews' | 'alt'> {
  /** What all files of its owner take, in bytes. */
  readonly total: number;
}

/** Gateway to browser: what one's own files take. */
export interface FileUseWire {
  readonly bytes: number;
  /** How much a person can have. */
  readonly most: number;
}

/** Bytes in the store, by the SHA-256 of their content, in hexadecimal. */
export interface StoredObject {
  readonly hash: string;
  readonly bytes: number;
}

/** A smaller copy of an image, as WebP. */
export interface Preview extends StoredObject {
  readonly width: number;
}

/** What the gateway has stored and tells the service. */
export interface StoredFile extends StoredObject {
  readonly fileId: string;
  readonly name: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly previews: readonly Preview[];
}

/** Service to gateway: what serving a file needs. */
export interface FileToServe extends StoredFile {
  readonly ownerId: string;
  /**
   * What of its owner has it, at most `limits.filePlaces`, the latest first: it can be read by
   * whoever can read one of these.
   */
  readonly places: readonly FilePlace[];
  /** What of its owner had it before an edit, as many: a report may still show that. */
  readonly formerPlaces: readonly FilePlace[];
}

/** A file was uploaded. Stream `file/<id>`; ordering key the file, as for all following events. */
export interface FileUploaded {
  readonly type: 'FileUploaded';
  readonly data: StoredFile & { readonly by: string };
}

/** Its owner described what an image shows. */
export interface FileDescribed {
  readonly type: 'FileDescribed';
  readonly data: { readonly fileId: string; readonly by: string; readonly alt: string };
}

/**
 * A file was deleted for good, with its name and its description. Stream `blanked/<id>`. Source:
 * specification FI-7.
 */
export interface FileDeleted {
  readonly type: 'FileDeleted';
  readonly data: {
    readonly fileId: string;
    /** Whose file it was. */
    readonly by: string;
    /** Its owner, or the operator; null if no text had it any more. */
    readonly deletedBy: string | null;
    readonly bytes: number;
    /** The hashes of what it had in the store; others may have the same. */
    readonly objects: readonly string[];
  };
}

/** The events in the log of files. */
export type FilesEvent = FileUploaded | FileDescribed | FileDeleted;

/** The current schema version of each event type; older events are upcast when read. */
export const filesSchemaVersions = {
  FileUploaded: 1,
  FileDescribed: 1,
  FileDeleted: 1,
} as const satisfies Record<FilesEvent['type'], number>;
