import type { DemoQuestion } from '../content.ts';

/** Local history. */
export const historyQuestions: readonly DemoQuestion[] = [
  {
    by: 'Yuki',
    title: 'Why is Rope Lane so long and so straight when all the other lanes wind?',
    tags: ['harbour', 'maps'],
    text: 'It runs three hundred metres between the harbour and the mill without a bend.',
    answers: [
      {
        by: 'Henrik',
        text: `Because ropes were made *in* it. A ropewalk has to be as long as the rope, and straight: the strands were laid out in full length and twisted from one end. A cable for a ship of the line was a hundred fathoms, and as the strands shorten by about a third when they are twisted, one needed some 300 metres.

The map of 1784 shows a roof over the eastern side. The iron hook in the wall of number 12 is what is left.`,
        comments: [
          { by: 'Yuki', text: 'I have walked past that hook for six years!' },
          { by: 'Callum', text: 'A good place to teach splicing, by the way.' },
        ],
      },
    ],
  },
  {
    by: 'Rosa',
    title: 'What can a class of ten-year-olds find out about its own school house in one afternoon?',
    tags: ['archives', 'school'],
    text: 'We have the building, the children, and three hours.',
    answers: [
      {
        by: 'Henrik',
        text: `More than you think. Give each group one source:

- **The house itself**: dates over doors, walled-up windows, worn steps. Which door did most feet use?
- **A street directory** of 1900 and one of 1950: who lived here, what was their work?
- **A photograph**: stand where the photographer stood and find three differences.
- **A neighbour over seventy**, with five questions written down before.

At the end each group tells one thing that it *knows* and one that it only *supposes*. The difference is the whole of history.`,
        comments: [{ by: 'Rosa', text: '"Knows and supposes" now hangs on our wall.' }],
      },
    ],
  },
  {
    by: 'Henrik',
    title: "How shall we transcribe the parish registers: letter by letter or in today's spelling?",
    tags: ['genealogy', 'scripts'],
    community: 'archive',
    text: 'Two of us have begun, in two ways. Before the third begins we should agree.',
    answers: [
      {
        by: 'Nadia',
        text: "Letter by letter, with abbreviations resolved in square brackets: *Joh[ann]es*. Who searches wants today's name, so add a column for that and keep both. What is once modernised cannot be turned back.",
      },
      {
        by: 'Amara',
        text: 'And a column for how sure you are. A question mark in the text itself spoils every search.',
        comments: [
          {
            by: 'Henrik',
            text: 'Agreed: three columns, as written, modern, certainty. I shall correct my first forty pages.',
          },
        ],
      },
    ],
  },
  {
    by: 'Henrik',
    title: 'How do we store the glass negatives of the shipyard until they are scanned?',
    tags: ['photographs', 'preservation'],
    community: 'archive',
    text: 'About 400 plates, some of them flaking, now flat in a wooden box.',
    answers: [
      {
        by: 'Yuki',
        text: `Standing on their long edge, never flat: the weight of the stack breaks those below. Each in a four-flap envelope of unbuffered paper, with dividers every ten plates and foam at the bottom. Cool, dry and above all *steady*: below 18 °C, 30 to 40 % humidity. Pencil on the envelope before the plate goes in.

The flaking ones lie flat, one by one, emulsion up, and come first at scanning.`,
        comments: [
          { by: 'Henrik', text: 'Envelopes are ordered. Could you show us on the first ten?' },
          { by: 'Yuki', text: 'With pleasure, on Thursday.' },
        ],
      },
    ],
  },
];
