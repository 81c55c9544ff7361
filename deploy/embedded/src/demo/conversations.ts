import type { DemoChat, DemoText } from './content.ts';

/** The conversation in the global room, oldest first. */
export const roomTopics: readonly (readonly DemoText[])[] = [
  [
    { by: 'Leila', text: 'Good morning! Rye is out of the oven, and there is coffee for whoever carries the crates.' },
    { by: 'Callum', text: 'On my way. Two crates for one bun?' },
    { by: 'Leila', text: 'Three for two.' },
  ],
  [
    { by: 'Oskar', text: 'Courgettes to give away at plot 14. Please. There are many.' },
    { by: 'Amara', text: 'How many is many?' },
    { by: 'Oskar', text: 'I have stopped counting, and you know that I like to count.' },
    { by: 'Rosa', text: 'The school takes ten for soup. Thank you, @Oskar!' },
  ],
  [
    { by: 'Freya', text: 'Wind 4 from the south-west this evening. There are two places in the blue dinghy, at six.' },
    { by: 'Ben', text: 'I have never sailed. Does that count as a place?' },
    { by: 'Freya', text: 'It counts as the best one. Bring shoes that may get wet.' },
  ],
  [
    { by: 'Arthur', text: 'Anybody for a round of Nim? I let you choose who begins.' },
    { by: 'Jonas', text: 'I have read the question about 21 objects, so: you begin.' },
    { by: 'Arthur', text: 'Ah.' },
  ],
  [
    { by: 'Henrik', text: 'Found in box 212: a bill of 1903 for 40 ells of sailcloth, paid in herring.' },
    { by: 'Amara', text: 'At what exchange rate?' },
    { by: 'Henrik', text: 'One barrel to the ell, less two for "the smell".' },
  ],
  [{ by: 'Sofia', text: 'If you hear a humming in the pear tree: it is not mine this time. I have checked.' }],
  [{ by: 'Dmitri', text: 'The library’s wireless is back. It was the plug.' }],
  [
    {
      by: 'Yuki',
      text: `Pictures of the moonrise are up in the window of the archive.
![The full moon above the harbour at dusk, between roofs and masts](/file/moonrise.webp)`,
    },
    {
      by: 'Quick Deals',
      text: 'Best prices for cameras!! Only today, only here!!',
      removed: { by: 'Ines', reason: 'advertising' },
    },
    { by: 'Mei', text: '@Yuki The third from the left is lovely!' },
  ],
];

/** The global room, oldest message first. */
export const globalRoom: readonly DemoText[] = roomTopics.flat();

/** Chats of two and of more. */
export const chats: readonly DemoChat[] = [
  {
    participants: ['Freya', 'Callum'],
    messages: [
      {
        by: 'Callum',
        text: `The rudder has its sixth coat. It will be ready on Friday.
![A varnished wooden rudder on two trestles, with a tin and a brush before it](/file/rudder.webp)`,
      },
      { by: 'Freya', text: 'Wonderful. Shall I bring the pintles?' },
      { by: 'Callum', text: 'Please, and the long screwdriver that I do not have because you have it.' },
      { by: 'Freya', text: 'Ah. Yes. It is in the blue dinghy.' },
      { by: 'Callum', text: 'Of course it is.' },
    ],
  },
  {
    participants: ['Freya', 'Leila', 'Peter', 'Yuki'],
    messages: [
      { by: 'Freya', text: 'Who can take the start line at the regatta? Two people, one flag, one horn.' },
      { by: 'Peter', text: 'The horn, please. I have waited for it for forty years.' },
      { by: 'Yuki', text: 'Then I hold the flag in one hand and the camera in the other.' },
      { by: 'Leila', text: 'And I bring something warm to the pier at ten.' },
    ],
  },
  {
    participants: ['Ines', 'Dmitri', 'Jonas', 'Mei'],
    messages: [
      { by: 'Ines', text: 'Sunday at ten? I bring the projector.' },
      { by: 'Dmitri', text: 'I bring a switch and far too many cables.' },
      { by: 'Jonas', text: 'May I show the thing with forEach? I think that I can explain it now.' },
      { by: 'Mei', text: 'Then I come for that alone.' },
      { by: 'Ines', text: 'Ten minutes, Jonas, and the first question goes to Mei.' },
    ],
  },
  {
    participants: ['Lucia', 'Nadia'],
    messages: [
      { by: 'Nadia', text: 'The grant has come, all 200 of it.' },
      { by: 'Lucia', text: 'I could sing! Which is lucky. I shall sign with the organist today.' },
      { by: 'Nadia', text: 'And Ben would like to help with the chairs; he has asked to join the committee.' },
    ],
  },
  {
    participants: ['Ben', 'Leila'],
    messages: [
      { by: 'Ben', text: 'You said before nine. Is half past eight too early for a seat?' },
      { by: 'Leila', text: 'It is too late, the herring is gone by then. Come at eight.' },
      { by: 'Ben', text: 'Eight. I set two alarms.' },
    ],
  },
  {
    participants: ['Arthur', 'Mei'],
    messages: [
      { by: 'Arthur', text: 'That last Chopsticks was a beauty. How did you see the split coming?' },
      { by: 'Mei', text: 'I did not. I ran out of other moves.' },
      { by: 'Arthur', text: 'I shall tell nobody. Rematch tomorrow?' },
    ],
  },
  {
    participants: ['Henrik', 'Rosa', 'Yuki'],
    messages: [
      { by: 'Rosa', text: 'Twenty-three children on Thursday. Is the reading room strong enough?' },
      { by: 'Henrik', text: 'It survived the flood of 1953.' },
      { by: 'Yuki', text: 'I take the photographs, then, and stand behind the glass plates.' },
    ],
  },
];
