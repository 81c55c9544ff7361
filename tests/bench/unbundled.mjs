/** In place of the product's bundle: every file of it, so that a profile tells whose code it is. */
export const programs = { main: () => import('../../deploy/embedded/dist/programs/main.js') };
