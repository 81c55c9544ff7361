import type { DemoLoginWire } from '@parlour/contracts/identity/identity';
import type { DemoPerson } from './content.ts';

/** The password of everybody in the demonstration, shown on the login screen. */
export const demoPassword = 'come on in';

/** The logins offered on the login screen, and what each one shows. */
export const demoLogins: readonly DemoLoginWire[] = [
  { username: 'Freya', password: demoPassword, about: 'owns the sailing club' },
  { username: 'Ines', password: demoPassword, about: 'operates this site' },
  { username: 'Arthur', password: demoPassword, about: 'has a gold badge' },
  { username: 'Lucia', password: demoPassword, about: 'runs a private committee' },
  { username: 'Ben', password: demoPassword, about: 'is new, and waits to be let in' },
];

/** Everybody, in the order of joining; the first one is operator. */
export const people: readonly DemoPerson[] = [
  {
    name: 'Ines',
    biography: 'Writes software for a shipping company, bakes at weekends. Ask me about either.',
    interests: ['programming', 'kitchen', 'mathematics'],
    follows: ['Mei', 'Dmitri', 'Leila', 'Jonas'],
    picture: 'ines.webp',
  },
  {
    name: 'Tomas',
    biography: 'Teacher of mathematics. A good question is half of the lesson.',
    interests: ['mathematics', 'music', 'sailing', 'everyday'],
    follows: ['Mei', 'Rosa', 'Lucia'],
    picture: 'tomas.webp',
  },
  {
    name: 'Freya',
    biography: 'Sailing instructor at the harbour club, and owner of too much rope.',
    interests: ['sailing', 'kitchen', 'everyday'],
    follows: ['Callum', 'Leila', 'Yuki', 'Peter'],
    picture: 'freya.webp',
  },
  {
    name: 'Oskar',
    biography: 'Plot 14 at Allotment Lane, since 1998. Compost is a way of looking at the world.',
    interests: ['garden', 'kitchen', 'history'],
    follows: ['Sofia', 'Rosa', 'Leila'],
    picture: 'oskar.webp',
  },
  {
    name: 'Priya',
    biography: 'Data analyst by day, cook by night. Measures before she tastes.',
    interests: ['programming', 'mathematics', 'kitchen'],
    follows: ['Ines', 'Amara', 'Tomas', 'Leila'],
    picture: 'priya.webp',
  },
  {
    name: 'Lucia',
    biography: 'Violinist and choir leader. Patient with rhythm, less so with late entries.',
    interests: ['music', 'everyday', 'bookkeeping'],
    follows: ['Nadia', 'Yuki', 'Rosa', 'Tomas'],
    picture: 'lucia.webp',
  },
  {
    name: 'Henrik',
    biography: 'Keeper of the harbour archive. If it happened here, there is a box for it.',
    interests: ['history', 'garden', 'music'],
    follows: ['Yuki', 'Rosa', 'Amara'],
  },
  {
    name: 'Amara',
    biography: 'Bookkeeper for small shops and large dreams. Debit is left.',
    interests: ['bookkeeping', 'kitchen', 'mathematics', 'everyday'],
    follows: ['Leila', 'Nadia', 'Priya', 'Henrik'],
  },
  {
    name: 'Jonas',
    biography: 'Second year of computer science. Most of my questions begin with "why".',
    interests: ['programming', 'mathematics', 'everyday', 'sailing'],
    follows: ['Ines', 'Dmitri', 'Mei', 'Freya'],
    picture: 'jonas.webp',
  },
  {
    name: 'Mei',
    biography: 'Number theory, bicycles and long train journeys.',
    interests: ['mathematics', 'programming', 'everyday'],
    follows: ['Tomas', 'Ines', 'Priya', 'Arthur'],
    picture: 'mei.webp',
  },
  {
    name: 'Callum',
    biography: 'Boatbuilder, third pier on the left. Wood tells you what it wants.',
    interests: ['sailing', 'everyday', 'bookkeeping'],
    follows: ['Freya', 'Peter', 'Amara'],
    picture: 'callum.webp',
  },
  {
    name: 'Nadia',
    biography: 'Second alto, and since March the treasurer. Learning to like columns.',
    interests: ['music', 'bookkeeping', 'history'],
    follows: ['Lucia', 'Amara', 'Henrik'],
  },
  {
    name: 'Peter',
    biography: 'Retired ship’s engineer. Now: oak, diesel and a piano.',
    interests: ['everyday', 'sailing', 'music', 'garden'],
    follows: ['Callum', 'Lucia', 'Freya'],
  },
  {
    name: 'Yuki',
    biography: 'Photographs harbours, plays guitar, scans glass plates on Thursdays.',
    interests: ['music', 'history', 'everyday', 'sailing'],
    follows: ['Henrik', 'Lucia', 'Freya', 'Mei'],
    picture: 'yuki.webp',
  },
  {
    name: 'Sofia',
    biography: 'Two hives, one pear tree, many neighbours.',
    interests: ['garden', 'kitchen'],
    follows: ['Oskar', 'Leila', 'Rosa'],
  },
  {
    name: 'Dmitri',
    biography: 'Keeps servers alive. Reads error messages to the end.',
    interests: ['programming', 'everyday'],
    follows: ['Ines', 'Jonas'],
    hidesFollowing: true,
  },
  {
    name: 'Leila',
    biography: 'The bakery at the market square. Open from six, sold out by noon.',
    interests: ['kitchen', 'bookkeeping', 'garden'],
    follows: ['Ines', 'Amara', 'Sofia', 'Oskar'],
    picture: 'leila.webp',
  },
  {
    name: 'Arthur',
    biography: 'Plays anything that has rules. Has won a few, remembers the others.',
    interests: ['mathematics', 'everyday'],
    follows: ['Mei', 'Jonas', 'Tomas'],
    picture: 'arthur.webp',
  },
  {
    name: 'Rosa',
    biography: 'Primary school teacher. Forty pairs of wellingtons in the corridor.',
    interests: ['mathematics', 'garden', 'music', 'history', 'kitchen'],
    follows: ['Tomas', 'Lucia', 'Henrik', 'Sofia'],
    picture: 'rosa.webp',
  },
  {
    name: 'Ben',
    biography: 'New in town, curious about all of it.',
    interests: ['kitchen', 'garden', 'sailing', 'programming', 'mathematics'],
    follows: ['Leila', 'Freya', 'Henrik', 'Tomas'],
  },
  {
    name: 'Quick Deals',
    biography: 'Best prices for everything!',
    interests: [],
    follows: ['Leila', 'Freya', 'Oskar'],
  },
];
