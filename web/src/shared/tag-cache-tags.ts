/** The cache tag of lists of tags that follow live events. */
export const liveTagLists = { type: 'Tags', id: 'live' } as const;

/** The cache tag of one tag and its description. */
export const openTag = { type: 'Tags', id: 'open' } as const;
