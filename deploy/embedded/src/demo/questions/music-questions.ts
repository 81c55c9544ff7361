import type { DemoQuestion } from '../content.ts';

/** Music. */
export const musicQuestions: readonly DemoQuestion[] = [
  {
    by: 'Yuki',
    title: 'Why does my guitar sound out of tune with some chords although each string is right?',
    tags: ['guitar', 'tuning'],
    text: `The tuner is happy with all six. E major sounds sweet, and then C is off. This is how I hold them:

![Chord diagram of E major: fingers on the second fret of A and D, on the first of G](/file/e-major.webp) ![Chord diagram of C major: fingers on the third fret of A, the second of D, the first of B](/file/c-major.webp)`,
    answers: [
      {
        by: 'Lucia',
        text: `Two reasons. First, the tuner aims at **equal temperament**, in which every major third is 14 hundredths of a semitone wider than the pure one. Your ear notices it where the third lies in an exposed place. Nobody can tune it away for all keys; that is the compromise.

Second, pressing a string stretches it. If the note at the twelfth fret is sharper than the harmonic there, move the saddle back. And press lightly: the first-position C is easily pulled sharp.`,
        comments: [
          {
            by: 'Yuki',
            text: 'The saddle of the B string was it, by two millimetres. The rest I shall call temperament.',
          },
        ],
      },
      {
        by: 'Tomas',
        text: 'In numbers: an equal third is 2^(4/12) ≈ 1.2599, the pure one 5/4 = 1.25. The ratio is 1.0079, and 1200 · log2 of it is about 13.7 cents.',
      },
    ],
  },
  {
    by: 'Rosa',
    title: "How do I keep a children's choir from going flat in unaccompanied songs?",
    tags: ['singing', 'choir'],
    text: 'A semitone down within two verses, every time. They are eight to ten, they sing in tune with the piano, and they listen to each other.',
    answers: [
      {
        by: 'Lucia',
        text: `Flat is mostly tired: breath and attention, not ears.

- Sing the song a semitone **higher** than written for a week. Low keys sag.
- Repeated notes and falling scales are where it happens: let them think "up" on each.
- Have them walk while they sing; the breath comes by itself.
- Play the last chord at the end, and let *them* say where they are.`,
        comments: [{ by: 'Rosa', text: 'The walking! We ended where we began, for the first time.' }],
      },
    ],
  },
  {
    by: 'Peter',
    title: 'Beginning the piano at 67: how long should I practise each day?',
    tags: ['piano', 'practice'],
    text: "The neighbour's boy says two hours. My back says no.",
    answers: [
      {
        by: 'Lucia',
        text: 'Twenty minutes, twice, each with **one** aim: these four bars, left hand alone, slowly enough to be right. The hands learn during the nights between, so daily and short beats Sunday and long. Stop while it is going well; you will want to come back.',
        comments: [
          { by: 'Peter', text: 'Two weeks later: a minuet, both hands, slowly. My grandchildren applauded.' },
          { by: 'Yuki', text: 'That is the spirit. What is next?' },
        ],
      },
    ],
  },
  {
    by: 'Nadia',
    title: 'Programme for the winter concert: how long may it be without an interval?',
    tags: ['choir', 'repertoire'],
    community: 'choir',
    text: 'The church is cold in December, and there is no place to serve anything.',
    answers: [
      {
        by: 'Lucia',
        text: 'Fifty-five minutes of music, which is sixty-five with the coming and going. I propose two blocks of three pieces with the organ between, so that the choir can sit once. The long motet at the beginning, while everybody is warm.',
      },
      {
        by: 'Henrik',
        text: 'The programme of 1931 is in the archive: it lasted two hours and a half, "with hot bricks for the feet of the elderly". I would follow Lucia.',
        comments: [{ by: 'Nadia', text: 'Fifty-five, then, without bricks.' }],
      },
    ],
  },
  {
    by: 'Lucia',
    title: 'How do you count three against two without falling over?',
    tags: ['rhythm', 'notation'],
    text: 'For a student of mine who can play either hand alone. Together it becomes something between a waltz and an accident.',
    answers: [
      {
        by: 'Tomas',
        text: `Six is the common measure. Count to six, the right hand on **1 3 5**, the left on **1 4**:

    count  1 2 3 4 5 6
    right  x . x . x .
    left   x . . x . .

Slowly, tapped on the table; then let the numbers go. The words "nice cup of tea" have that very rhythm: together, right, left, right.`,
        comments: [{ by: 'Lucia', text: '"Nice cup of tea" did it in a minute, after a month of counting.' }],
      },
    ],
  },
  {
    by: 'Yuki',
    title: 'Where do I put two microphones to record forty singers in a stone church?',
    tags: ['recording', 'choir'],
    text: 'A pair of small condensers and one tall stand. The echo is about four seconds; last year the words drowned in it.',
    comments: [{ by: 'Lucia', text: 'The first row stands five metres from the steps, if that helps.' }],
    answers: [],
  },
];
