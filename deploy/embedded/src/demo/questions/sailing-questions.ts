import type { DemoQuestion } from '../content.ts';

/** Boats, knots and tides. */
export const sailingQuestions: readonly DemoQuestion[] = [
  {
    by: 'Jonas',
    title: 'Why is the bowline safe to hang on, when it is so easy to undo?',
    tags: ['knots'],
    text: 'On the course we hang a grown man on it, and a minute later a child opens it with two fingers. Other knots that hold like that have to be cut. What is different about this one?',
    answers: [
      {
        by: 'Freya',
        text: `Under load the standing part presses the nipping turn shut, and the harder one pulls, the more it grips. Without load nothing presses, and you can push the bight back and open it. Knots that *jam* get tighter with each pull and keep that when the load is gone.

Its weakness is the opposite: shaken while slack it can work loose. Leave a tail of twelve rope diameters, or finish with a Yosemite turn.`,
      },
      {
        by: 'Callum',
        text: 'And in stiff new line tie it double. I have seen a single one fall open in a shiny polypropylene rope.',
        comments: [{ by: 'Jonas', text: 'Then the tail is what I do wrong: mine was two centimetres.' }],
      },
    ],
  },
  {
    by: 'Ben',
    title: 'What is the difference between true and apparent wind?',
    tags: ['wind', 'basics'],
    community: 'sailing',
    text: 'On the water I feel wind from ahead, yet the flag on the pier shows it from the side.',
    draft: 'On the water I feel wind from ahead. The flag shows it from the side.',
    answers: [
      {
        by: 'Freya',
        text: `The flag shows the **true** wind. You feel the wind that comes from your own motion as well; both added are the **apparent** wind, and it is the one that the sails work with.

The faster you go, the further it moves ahead. Cycling in a side wind shows the same. It is also why you sheet in when you speed up in a gust – and ease when the boat slows down.`,
        comments: [{ by: 'Ben', text: 'The bicycle is a good picture. Thank you!' }],
      },
      {
        by: 'Tomas',
        draft: 'In vectors: apparent = true wind − velocity of the boat.',
        text: 'In vectors: apparent = true wind − velocity of the boat. With 10 knots from abeam and a speed of 5 knots you feel √(100 + 25) ≈ 11.2 knots, from about 27° further ahead.',
      },
    ],
  },
  {
    by: 'Yuki',
    title: 'Automatic or solid life jackets for children in the dinghy course?',
    tags: ['safety', 'lifejacket'],
    community: 'sailing',
    text: 'Six to ten years old, some of them not good swimmers yet.',
    answers: [
      {
        by: 'Freya',
        text: `Solid foam. It works at once, needs no cartridge and keeps warm; children jump in on purpose, and an automatic one would inflate each time. Look for **100 N** (ISO 12402-4) with a collar that turns a face up, and always with a crotch strap, or the jacket comes up and the child stays below.

Try it in shallow water on the first day: it is the best lesson.`,
        comments: [{ by: 'Yuki', text: '100 N with straps is on order, and the shallow water on the plan.' }],
      },
    ],
  },
  {
    by: 'Callum',
    title: 'How many coats of varnish does a new mahogany rudder need, and how thin?',
    tags: ['varnish', 'wood'],
    text: 'The tin says two. The old one had been done like that and was grey after a season.',
    answers: [
      {
        by: 'Peter',
        text: `Two coats are for a shelf. Outdoors I do eight:

1. The first thinned by half, so that it soaks in.
2. The second thinned by a quarter, the third by a tenth.
3. Five more at full strength, a day apart, with a light 320 sanding between, always wiped clean.

What ages is the sun on the film, so a yearly coat on top keeps it for ten years. End grain gets two extra.`,
        comments: [{ by: 'Callum', text: 'Eight it is. The rain gives me the week for it.' }],
      },
    ],
  },
  {
    by: 'Freya',
    title: 'What is a simple way to estimate the height of the tide between high and low water?',
    tags: ['tides', 'navigation'],
    text: 'For the Saturday course: without tables for every hour, on the back of an envelope.',
    answers: [
      {
        by: 'Callum',
        text: `The **rule of twelfths**. Divide the range by twelve; in the six hours from low to high water it rises by

    1, 2, 3, 3, 2, 1

twelfths. With a range of 3.6 m a twelfth is 30 cm: after three hours six twelfths, 1.8 m. Half of the range comes in the middle two hours, so that is also when the stream runs hardest.`,
      },
      {
        by: 'Tomas',
        text: `Where it comes from: the height is roughly a cosine, and (1 − cos 60°) / 2 = ¼, which is three twelfths after two hours. It fits a regular tide of two a day; in places with double high waters take the tables.

![A chart of six hours: a bar for each, with its twelfths, and a cosine that meets the end of each bar](/file/tide.webp)`,
        comments: [{ by: 'Freya', text: 'I shall draw both, the steps and the cosine. Thank you.' }],
      },
    ],
  },
  {
    by: 'Callum',
    title: "The club boat's diesel starts, runs for ten minutes and dies. Where do I look first?",
    tags: ['engine', 'diesel'],
    community: 'sailing',
    text: 'It starts again after a rest. The tank is half full, the filter was changed in spring.',
    comments: [{ by: 'Peter', text: 'Does it die faster at full throttle?' }],
    answers: [
      {
        by: 'Peter',
        text: `*Runs, dies, runs after a rest* sounds like fuel that comes too slowly. In this order:

1. The **breather of the tank**: open the filler cap and run it. If it goes on running, the breather is blocked.
2. The pick-up pipe: weed or diesel bug at its end. After a rest the dirt falls off.
3. Air on the suction side: a weeping joint, bubbles in the clear hose.
4. The filter again; bug fills a new one within hours.`,
        comments: [
          { by: 'Callum', text: 'The breather! A wasp had built in it. Twenty minutes, cap open, no problem.' },
        ],
      },
    ],
  },
  {
    by: 'Freya',
    title: 'Which weekend for the harbour regatta, and who can help ashore?',
    tags: ['regatta', 'planning'],
    community: 'sailing',
    text: 'Both in June, the tide is kind on each. See the poll in this community for the date. Here I collect **hands**: two for the start line, two in the safety boat, somebody for the soup.',
    answers: [
      { by: 'Callum', text: 'Safety boat, with pleasure; the engine runs again.' },
      {
        by: 'Leila',
        text: 'Soup and bread for forty. Tell me by Wednesday if it becomes sixty.',
        comments: [{ by: 'Freya', text: 'Thank you both. The start line is still free!' }],
      },
    ],
  },
];
