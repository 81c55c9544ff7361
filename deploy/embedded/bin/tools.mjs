/** The programs besides the site itself, by name. */
export const tools = ['admin', 'backup', 'restore', 'dead-letters', 'rebuild'];
