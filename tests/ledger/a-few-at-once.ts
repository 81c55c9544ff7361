/** Two passwords are hashed at a time, and few may wait. */
const most = 8;

/** Lets everybody sign up so many at a time; returns the results in their order. */
export async function aFewAtOnce<Item, Result>(
  items: readonly Item[],
  signUp: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await signUp(item);
  };
  await Promise.all(Array.from({ length: most }, work));
  return results;
}
