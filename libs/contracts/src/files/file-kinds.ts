/** A kind of files, told by content. */
export interface FileKind {
  /** The media type, as it is served. */
  readonly type: string;
  /** What a person calls it. */
  readonly label: string;
  /** Audio and video play in the browser's own player. */
  readonly shownAs: 'image' | 'audio' | 'video' | 'download';
}

function kind(type: string, label: string, shownAs: FileKind['shownAs'] = 'download'): FileKind {
  return { type, label, shownAs };
}

/**
 * What can be uploaded. Places are in the ids of files: add to the end, and change none. Source:
 * specification FI-2.
 */
export const fileKinds: readonly FileKind[] = [
  kind('image/jpeg', 'JPEG', 'image'),
  kind('image/png', 'PNG', 'image'),
  kind('image/gif', 'GIF', 'image'),
  kind('image/webp', 'WebP', 'image'),
  kind('image/avif', 'AVIF', 'image'),
  kind('text/plain', 'Text'),
  kind('application/pdf', 'PDF'),
  kind('application/zip', 'ZIP'),
  kind('text/html', 'HTML'),
  kind('image/svg+xml', 'SVG'),
  kind('application/xml', 'XML'),
  kind('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word'),
  kind('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel'),
  kind('application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PowerPoint'),
  kind('application/vnd.oasis.opendocument.text', 'OpenDocument'),
  kind('application/vnd.oasis.opendocument.spreadsheet', 'OpenDocument'),
  kind('application/vnd.oasis.opendocument.presentation', 'OpenDocument'),
  kind('application/x-cfb', 'Office'),
  kind('audio/mpeg', 'MP3', 'audio'),
  kind('audio/ogg', 'OGG', 'audio'),
  kind('audio/wav', 'WAV', 'audio'),
  kind('audio/mp4', 'M4A', 'audio'),
  kind('video/mp4', 'MP4', 'video'),
  kind('video/webm', 'WebM', 'video'),
];

/** The kind of a media type; undefined for one that can't be uploaded. */
export function kindOf(type: string): FileKind | undefined {
  return fileKinds.find((each) => each.type === type);
}

/** The widths of an image's previews, in pixels. Source: specification FI-4. */
export const previewWidths = [320, 640, 1280] as const;

/** Those that an image of this width has: none that is not narrower than itself. */
export function previewWidthsOf(width: number): readonly number[] {
  return previewWidths.filter((preview) => preview < width);
}
