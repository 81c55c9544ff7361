// A second implementation of Chopsticks for tests: slow and obvious, written from specification
// ST-5 and decisions G-9. It shares only the numbers of the hands with the rules under test.

/** The outcome of a move; undefined for an illegal one. */
export type PlainOutcome =
  | { readonly hands: readonly number[]; readonly winner: 'player1' | 'player2' | 'nobody yet' }
  | undefined;

/** Plays a move as on paper. */
export function playPlainly(
  hands: readonly number[],
  player: 'player1' | 'player2',
  hittingHand: number,
  handToHit: number,
  fingersToBump: number,
): PlainOutcome {
  const [player1Left = 0, player1Right = 0, player2Left = 0, player2Right = 0] = hands;

  // Each player looks at the table from their own side.
  const mine = player === 'player1' ? [player1Left, player1Right] : [player2Left, player2Right];
  const theirs = player === 'player1' ? [player2Left, player2Right] : [player1Left, player1Right];
  const from = player === 'player1' ? hittingHand : hittingHand - 2;
  const to = player === 'player1' ? handToHit : (handToHit + 2) % 4;
  let [myLeft = 0, myRight = 0] = mine;
  let [theirLeft = 0, theirRight = 0] = theirs;

  if (myLeft + myRight === 0 || theirLeft + theirRight === 0) return undefined;

  if (from === 0 && to === 1) {
    // My left hand gives fingers to my right hand.
    if (myLeft === 0 || myRight === 0) return undefined;
    if (fingersToBump < 1 || fingersToBump > myLeft) return undefined;
    const left = myLeft - fingersToBump;
    const right = afterHit(myRight, fingersToBump);
    if (sameTwo(left, right, myLeft, myRight)) return undefined;
    myLeft = left;
    myRight = right;
  } else if (from === 1 && to === 0) {
    // My right hand gives fingers to my left hand.
    if (myLeft === 0 || myRight === 0) return undefined;
    if (fingersToBump < 1 || fingersToBump > myRight) return undefined;
    const left = afterHit(myLeft, fingersToBump);
    const right = myRight - fingersToBump;
    if (sameTwo(left, right, myLeft, myRight)) return undefined;
    myLeft = left;
    myRight = right;
  } else if ((from === 0 || from === 1) && to === 2) {
    const fingers = from === 0 ? myLeft : myRight;
    if (fingers === 0 || theirLeft === 0) return undefined;
    theirLeft = afterHit(theirLeft, fingers);
  } else if ((from === 0 || from === 1) && to === 3) {
    const fingers = from === 0 ? myLeft : myRight;
    if (fingers === 0 || theirRight === 0) return undefined;
    theirRight = afterHit(theirRight, fingers);
  } else {
    return undefined;
  }

  const opponent = player === 'player1' ? 'player2' : 'player1';
  const iAmOut = myLeft === 0 && myRight === 0;
  const theyAreOut = theirLeft === 0 && theirRight === 0;
  return {
    hands: player === 'player1' ? [myLeft, myRight, theirLeft, theirRight] : [theirLeft, theirRight, myLeft, myRight],
    winner: iAmOut ? opponent : theyAreOut ? player : 'nobody yet',
  };
}

/** Exactly five are dead, more than five roll over. */
function afterHit(fingers: number, more: number): number {
  const sum = fingers + more;
  if (sum === 5) return 0;
  if (sum > 5) return sum - 5;
  return sum;
}

function sameTwo(a: number, b: number, c: number, d: number): boolean {
  return (a === c && b === d) || (a === d && b === c);
}
