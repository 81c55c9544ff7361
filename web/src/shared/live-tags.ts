/** The cache tag of lists of tags that follow live events. */
export const liveTags = { type: 'Tags', id: 'live' } as const;
