/** The programs besides the site itself, by the word that names them: where each is, seen from this folder. */
export const tools = {
  admin: '../dist/admin.js',
  backup: '../dist/backup.js',
  restore: '../dist/restore.js',
  'dead-letters': '../dist/dead-letters.js',
  rebuild: '../dist/rebuild.js',
};

/** Where the program of a word is; undefined of a word that names none. */
export const toolOf = (word) => (Object.hasOwn(tools, word) ? tools[word] : undefined);
