import type { DemoCommunity } from './content.ts';

/** All communities, oldest first. */
export const communities: readonly DemoCommunity[] = [
  {
    key: 'sailing',
    name: 'Harbour Sailing Club',
    description: 'Wednesdays at six on the pier, Saturdays the course. Everybody is welcome, boat or not.',
    visibility: 'public',
    owner: 'Freya',
    moderators: ['Callum'],
    members: ['Jonas', 'Yuki', 'Peter', 'Tomas', 'Leila', 'Ben', 'Mei', 'Amara'],
    pending: [],
    banned: ['Quick Deals'],
    pictures: { picture: 'sailing-club.webp', banner: 'harbour.webp' },
    polls: [
      {
        by: 'Freya',
        question: 'What colour shall the new club burgee have?',
        options: [
          { text: 'Blue with a white rope', votes: ['Freya', 'Callum', 'Yuki', 'Peter', 'Amara'] },
          { text: 'Red with a lighthouse', votes: ['Jonas', 'Leila', 'Ben'] },
          { text: 'White with a green tern', votes: ['Tomas', 'Mei'] },
        ],
      },
      {
        by: 'Freya',
        question: 'Which weekend for the harbour regatta?',
        options: [
          { text: '6 and 7 June', votes: ['Callum', 'Jonas', 'Yuki', 'Peter', 'Leila'] },
          { text: '20 and 21 June', votes: ['Freya', 'Tomas', 'Ben'] },
          { text: 'Both, one for children', votes: ['Mei', 'Amara'] },
        ],
        days: 21,
      },
      {
        by: 'Callum',
        question: 'Which boat gets new sails first?',
        options: [
          { text: 'The blue dinghy', votes: ['Jonas', 'Ben', 'Amara'] },
          { text: 'The gaffer', votes: ['Callum', 'Peter', 'Tomas', 'Freya'] },
          { text: 'The two Optimists', votes: ['Leila', 'Yuki', 'Mei'] },
          { text: 'None, repair the trailer', votes: [] },
        ],
        days: 9,
      },
    ],
  },
  {
    key: 'allotment',
    name: 'Allotment Lane',
    description: 'Thirty-two plots, one tap and a shed. Seeds to swap, tools to lend, slugs to complain about.',
    visibility: 'public',
    owner: 'Oskar',
    moderators: ['Sofia'],
    members: ['Rosa', 'Ben', 'Freya', 'Henrik', 'Leila', 'Amara', 'Peter'],
    pending: [],
    banned: ['Quick Deals'],
    pictures: { picture: 'allotment-lane.webp', banner: 'beds.webp' },
    polls: [
      {
        by: 'Oskar',
        question: 'What shall we buy together this year?',
        options: [
          { text: 'A chipper for the prunings', votes: ['Oskar', 'Peter', 'Henrik'] },
          { text: 'A second water tank', votes: ['Sofia', 'Rosa', 'Leila', 'Amara'] },
          { text: 'A greenhouse for seedlings', votes: ['Ben'] },
        ],
        days: 30,
      },
    ],
  },
  {
    key: 'maths',
    name: 'Mathematics Circle',
    description: 'One problem a week, no marks. Proofs in words are as good as proofs in signs.',
    visibility: 'public',
    owner: 'Tomas',
    moderators: ['Mei'],
    members: ['Jonas', 'Rosa', 'Arthur', 'Priya', 'Ben'],
    pending: [],
    banned: [],
    polls: [
      {
        by: 'Tomas',
        question: 'Which problem for Friday?',
        options: [
          { text: 'The bridges of Königsberg', votes: ['Rosa', 'Ben', 'Arthur'] },
          { text: 'Why there are only five regular solids', votes: ['Mei', 'Tomas'] },
          { text: 'A hundred prisoners and a hundred drawers', votes: ['Jonas', 'Priya'] },
        ],
      },
    ],
  },
  {
    key: 'code',
    name: 'Code and Coffee',
    description: 'Bring a laptop and the bug that you cannot find. First Sunday of the month, at the bakery.',
    visibility: 'public',
    owner: 'Ines',
    moderators: ['Dmitri'],
    members: ['Jonas', 'Mei', 'Priya', 'Rosa', 'Leila'],
    pending: [],
    banned: [],
    pictures: { picture: 'code-and-coffee.webp', banner: 'laptops.webp' },
    polls: [
      {
        by: 'Ines',
        question: 'What do we build together next?',
        options: [
          { text: 'A tide clock for the pier', votes: ['Ines', 'Jonas', 'Leila'] },
          { text: 'A seed exchange for the allotments', votes: ['Rosa'] },
          { text: 'A bot that waters the bakery’s basil', votes: ['Dmitri', 'Mei', 'Priya'] },
        ],
        days: 14,
      },
    ],
  },
  {
    key: 'choir',
    name: 'Choir Committee',
    description: 'Programme, money and keys of the town choir. Ask to be let in if you have taken on a task.',
    visibility: 'private',
    owner: 'Lucia',
    moderators: ['Nadia'],
    members: ['Amara', 'Henrik'],
    pending: ['Ben', 'Yuki'],
    banned: [],
    polls: [
      {
        by: 'Lucia',
        question: 'Which piece opens the winter concert?',
        options: [
          { text: 'The long motet', votes: ['Lucia', 'Henrik', 'Nadia'] },
          { text: 'Two carols from the gallery', votes: ['Amara'] },
        ],
        days: 10,
      },
    ],
  },
  {
    key: 'archive',
    name: 'Harbour Archive',
    description: 'Transcribing registers, scanning plates, labelling boxes. For those who come on Thursdays.',
    visibility: 'private',
    owner: 'Henrik',
    moderators: ['Yuki'],
    members: ['Nadia', 'Amara'],
    pending: ['Rosa'],
    banned: [],
    polls: [],
  },
];
