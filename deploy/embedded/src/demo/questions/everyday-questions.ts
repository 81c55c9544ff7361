import type { DemoQuestion } from '../content.ts';

/** Other questions of people in a small town. */
export const everydayQuestions: readonly DemoQuestion[] = [
  {
    by: 'Mei',
    title: 'How do I know when a bicycle chain is worn out?',
    tags: ['bicycle', 'chain'],
    text: 'It still shifts, but the shop says that I ruin the cassette.',
    answers: [
      {
        by: 'Peter',
        text: 'Measure twelve full links, pin to pin. New: 12 inches, 304.8 mm. At **306.3 mm**, which is 0.5 %, put on a new chain; at 1 %, 307.8 mm, the sprockets have worn along with it and must go as well. A chain gauge does the same in five seconds and costs less than one sprocket.',
        comments: [{ by: 'Mei', text: '307.1. So I was just in time.' }],
      },
    ],
  },
  {
    by: 'Peter',
    title: 'Glue or screws for the seat of a bench that stands outside all year?',
    tags: ['woodworking', 'joints'],
    text: 'Oak, 180 cm wide, boards of 12 cm.',
    answers: [
      {
        by: 'Callum',
        text: `Screws, and with room to move. Across the grain oak swells and shrinks by three to four percent between a dry summer and a wet winter, so each 12 cm board wants about 4 mm. Glue the boards together, and something will crack.

- Gaps of 5 mm between the boards, so that water runs off.
- **Stainless** screws: the acid in oak eats plain steel and paints it blue-black.
- Slotted holes in the rails, one fixed screw in the middle of each board.`,
        comments: [
          { by: 'Peter', text: 'I had brass ones in the drawer; is that all right?' },
          { by: 'Callum', text: 'It will not stain, but it is soft: drill well, and drive a steel one first.' },
        ],
      },
    ],
  },
  {
    by: 'Yuki',
    title: 'How do I photograph the moon over the harbour without getting a white disc?',
    tags: ['photography', 'light'],
    text: 'The harbour is well exposed, and the moon is a lamp.',
    answers: [
      {
        by: 'Mei',
        text: `The moon is lit by the sun, so it needs a daylight exposure, while the harbour is at night: some ten stops apart, and no sensor holds both. Two ways:

1. Take it at **dusk**, when the sky is still blue and the full moon just rises: then the two are within three stops.
2. Two exposures from a tripod: for the moon about f/8, 1/125 s, ISO 100, for the harbour seconds; lay them together afterwards.`,
        comments: [
          {
            by: 'Yuki',
            text: 'Dusk on the day before full moon was wonderful. It rose a quarter of an hour before sunset.',
          },
        ],
      },
    ],
  },
  {
    by: 'Amara',
    title: 'What do you do to keep a language that you have nobody to speak with?',
    tags: ['languages', 'learning'],
    text: 'I learnt Norwegian for three years and am losing it.',
    answers: [
      {
        by: 'Freya',
        text: 'Little and daily: the news of ten minutes, read aloud. Aloud is the point, the mouth forgets first. And write the shopping list in it.',
      },
      {
        by: 'Tomas',
        text: 'I lose the words that I do not *need*. So I keep a diary of three sentences a day: it asks for exactly the words that my life has.',
        comments: [{ by: 'Amara', text: 'Three sentences. I began yesterday: *I dag var regnet vakkert.*' }],
      },
    ],
  },
  {
    by: 'Ben',
    title: 'New in town: which three things should I not miss this month?',
    tags: ['newcomers', 'town'],
    text: 'I moved here in the spring, know nobody yet, and have one free evening a week.',
    answers: [
      {
        by: 'Leila',
        text: 'The market on Saturday before nine, when the fishermen have breakfast. Ask for a seat; you will get one.',
      },
      {
        by: 'Henrik',
        text: 'The open evening at the archive, on the second Thursday. Bring the address of your house: we shall look up who lived there.',
      },
      {
        by: 'Freya',
        text: "Wednesday at six on the club's pier. Somebody always needs a third hand, and no one asks whether you can sail.",
        comments: [{ by: 'Ben', text: 'Three evenings, three places. I feel less new already.' }],
      },
    ],
  },
  {
    by: 'Arthur',
    title: 'Is there a sure way to win at Nim with 21 objects?',
    tags: ['games', 'nim'],
    text: 'One to three at a time, who takes the last one loses. The computer here, on *strong*, beats me every time I begin.',
    comments: [{ by: 'Jonas', text: 'It beats me, too, but I took it for luck.' }],
    answers: [
      {
        by: 'Tomas',
        text: `Whoever leaves **one more than a multiple of four** wins: 17, 13, 9, 5, 1. The other one takes k, you take 4 − k, and you are at the next of these numbers. 21 is such a number itself, so who *begins* has lost already, if the other one knows this.

So be the second player, and it is yours.`,
        comments: [{ by: 'Arthur', text: 'I let it begin. Revenge!' }],
      },
    ],
  },
  {
    by: 'Henrik',
    title: 'How do you end a meeting on time without being rude?',
    tags: ['meetings', 'clubs'],
    onlyFollowers: true,
    text: 'Asked among those who follow me, since some of the others are in the meeting.',
    answers: [
      {
        by: 'Nadia',
        text: 'Say the end at the beginning, and ten minutes before it: "We have ten minutes; what must be decided today?" Everybody is relieved.',
      },
      { by: 'Amara', text: 'And hold it standing.' },
    ],
  },
  {
    by: 'Jonas',
    title: 'Reading my notes again and again does not stick. What does?',
    tags: ['exams', 'learning'],
    text: 'Four weeks until the exam in statistics.',
    answers: [
      {
        by: 'Rosa',
        text: 'Close the notes and **write down what you remember**; then open them and look at what is missing. Being asked beats reading by far, though it feels worse. Spread it: the same topic after one day, three days, a week. And mix kinds of problems, so that you have to find out each time which method it wants.',
      },
      {
        by: 'Mei',
        text: 'I explain it to a friend who does not study it. Where I begin to wave my hands, I have found the gap.',
        comments: [
          { by: 'Jonas', text: 'It feels awful, and it works: six of eight formulas from an empty page today.' },
        ],
      },
    ],
  },
];
