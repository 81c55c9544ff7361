/** The programs besides the site itself, by the words that name them. */
export const tools = ['admin', 'backup', 'restore', 'dead-letters', 'rebuild'];
