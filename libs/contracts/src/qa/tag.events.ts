/**
 * Somebody gave a tag another description. Stream `tag/<its canonical name>`, which is its ordering
 * key too. Source: decisions Q-33.
 */
export interface TagDescribed {
  readonly type: 'TagDescribed';
  readonly data: {
    /** The canonical name. */
    readonly key: string;
    readonly describedBy: string;
    /** The new one: the first, which its first question brought, is 1. */
    readonly version: number;
    readonly text: string;
  };
}

/**
 * The operator blanked a description that somebody gave to a tag. Stream `blanked/<the event that
 * gave it>`; ordering key as for `TagDescribed`.
 */
export interface TagBlanked {
  readonly type: 'TagBlanked';
  readonly data: {
    /** The canonical name. */
    readonly key: string;
    /** Of the description. */
    readonly version: number;
  };
}

/** The events about a tag itself. All others are about a question. */
export type TagEvent = TagDescribed | TagBlanked;
