/** What follows from a suspension, for whoever is about to suspend somebody. */
export const suspensionConsequence =
  'They’ll be signed out and can’t sign in again. Their posts stay, and their profile says so.';
