/** What follows from a suspension, for whoever is about to suspend somebody. */
export const suspensionConsequence =
  'Their sessions end, and they cannot sign in. Their posts stay, and their profile says so.';
