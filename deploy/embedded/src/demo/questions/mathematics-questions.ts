import type { DemoQuestion } from '../content.ts';

/** Mathematics. */
export const mathematicsQuestions: readonly DemoQuestion[] = [
  {
    by: 'Ben',
    title: 'Why is it better to switch doors in the Monty Hall problem?',
    tags: ['probability'],
    text: 'Three doors, one car. I choose a door, the host opens another one **with a goat**, and I may switch. Two doors are left, so it should be half and half. Everybody says two thirds. Why?',
    comments: [{ by: 'Arthur', text: 'It helps to think of a hundred doors, of which the host opens ninety-eight.' }],
    answers: [
      {
        by: 'Tomas',
        text: `Look at your first choice only. It is right in one case of three, and whether you then switch is your plan:

- You chose the car (1 of 3): switching loses.
- You chose a goat (2 of 3): the host *must* open the other goat, so switching wins.

So switching wins in exactly the cases in which the first choice was wrong: two thirds. What makes the difference is that the host knows where the car is and never opens it.`,
        comments: [{ by: 'Ben', text: '"He never opens it" is the step that I left out.' }],
      },
      {
        by: 'Mei',
        text: `If you would rather see it than believe it:

\`\`\`python
import random

wins = 0
for _ in range(100_000):
    car, choice = random.randrange(3), random.randrange(3)
    wins += car != choice   # switching wins whenever the first choice was wrong
print(wins / 100_000)       # about 0.667
\`\`\``,
      },
    ],
  },
  {
    by: 'Rosa',
    title: 'What is a proof of Pythagoras that twelve-year-olds can hold in their hands?',
    tags: ['geometry', 'teaching'],
    text: 'I would like them to cut and lay, not to compute.',
    answers: [
      {
        by: 'Tomas',
        text: `Four equal right triangles with legs a and b, and a square tray of side a + b.

1. Lay the triangles into the four corners so that the gap in the middle is a tilted square of side c.
2. Move them into two rectangles, a by b each. Now the gap is two squares, of sides a and b.

![Two square trays with the same four triangles: they leave a tilted square of side c in one, two squares of sides a and b in the other](/file/pythagoras.webp)

Same tray, same triangles, so the gaps are equal: **a² + b² = c²**. The pupils move the pieces themselves, and the sentence comes from them.`,
        comments: [
          {
            by: 'Rosa',
            text: 'Tried it this morning with cardboard. "It cannot be anything else!", said one. That is the lesson I wanted.',
          },
        ],
      },
      {
        by: 'Mei',
        text: 'Ask them why the tilted gap is a square: its corners are right angles because the two acute angles of the triangle add up to 90°. It is the only step that needs an argument.',
      },
    ],
  },
  {
    by: 'Jonas',
    title: 'Why is it enough to try divisors up to the square root?',
    tags: ['primes', 'algorithms'],
    community: 'maths',
    text: 'For testing whether n is a prime, the lecture stops at √n. I use it, but could not explain it.',
    answers: [
      {
        by: 'Mei',
        text: `Divisors come in pairs: if d divides n, so does n / d. If both were greater than √n, their product would be greater than n. So in each pair one is at most √n, and if there is none up to there, there is none at all.

\`\`\`python
def is_prime(n):
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True
\`\`\``,
        comments: [{ by: 'Jonas', text: `And \`d * d <= n\` instead of a root avoids the rounding. Thank you.` }],
      },
    ],
  },
  {
    by: 'Priya',
    title: 'Mean or median for the waiting times of our help desk?',
    tags: ['statistics'],
    text: 'Most calls wait about two minutes, a few wait forty. The mean is 5.8 minutes, the median 2.1. Which do I report?',
    answers: [
      {
        by: 'Tomas',
        text: `They answer different questions. The median: *what does a typical caller meet?* The mean: *how much waiting is there altogether?* – multiply it by the number of calls and you have the hours.

For people who wait, report the median together with a high percentile: "half wait less than 2 minutes, nineteen of twenty less than 18". The second number is where the anger comes from.`,
        comments: [{ by: 'Priya', text: 'The 95th percentile started the right discussion at once.' }],
      },
      {
        by: 'Amara',
        text: 'And never average the medians of several days: take them from all calls together. Means you may combine, weighted by the number of calls.',
      },
    ],
  },
  {
    by: 'Arthur',
    title: 'How many essentially different games of noughts and crosses are there?',
    tags: ['combinatorics', 'games'],
    text: 'I have read 362,880 and 255,168, and once 26,830. Which is it?',
    answers: [
      {
        by: 'Mei',
        text: `All three are right, for different questions.

- **362,880 = 9!** orders in which nine squares can be filled, as if nobody stopped.
- **255,168** games when play stops at three in a row: 131,184 won by the first player, 77,904 by the second, 46,080 drawn.
- **26,830** of them when boards that are rotations or reflections of each other count as one.

With perfect play it is always a draw.`,
        comments: [{ by: 'Arthur', text: 'So I shall stop trying to find the winning opening.' }],
      },
    ],
  },
  {
    by: 'Ben',
    title: 'A price went down by 20 % and up by 20 %. Why is it not back where it was?',
    tags: ['percentages'],
    text: 'It was 50, then 40, and now 48. Where did the 2 go?',
    answers: [
      {
        by: 'Tomas',
        text: `The second 20 % is taken of a smaller number: 20 % of 40 is 8, not 10. Percentages multiply: 0.8 · 1.2 = 0.96, four percent below the start.

To undo −20 % you need +25 %, because 1 / 0.8 = 1.25. In general, after a fall by p the way back is p / (1 − p).`,
        comments: [{ by: 'Amara', text: 'That line should hang beside every sales poster.' }],
      },
    ],
  },
  {
    by: 'Mei',
    title: 'Where is the mistake in the proof that all horses have the same colour?',
    tags: ['proofs', 'induction'],
    community: 'maths',
    text: 'Induction over the number of horses. One horse: clear. Suppose it holds for n. Of n + 1 horses, the first n have one colour and the last n have one colour; the two groups overlap, so all have the same. Nice, but there are brown ones and white ones.',
    answers: [
      {
        by: 'Tomas',
        text: `The step fails from one to two. The groups "first n" and "last n" overlap in n − 1 horses, and for n = 1 that is none at all: horse one and horse two have nothing in common. From two to three the argument would be fine – if two horses did have the same colour.

A good habit: run the step by hand for the smallest n.`,
        comments: [{ by: 'Rosa', text: 'I shall give this to my class on Friday.' }],
      },
    ],
  },
];
