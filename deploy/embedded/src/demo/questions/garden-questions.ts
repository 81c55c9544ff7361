import type { DemoQuestion } from '../content.ts';

/** The allotments, balconies and bees. */
export const gardenQuestions: readonly DemoQuestion[] = [
  {
    by: 'Rosa',
    title: 'The tomatoes have a black, sunken patch at the bottom. Is it a disease?',
    tags: ['tomatoes', 'watering'],
    text: `Only the first fruits, always at the end away from the stalk. The leaves look healthy. I water twice a week, a lot.

![Two red tomatoes on the plant, each with a black, sunken patch at the bottom; the green one is clean](/file/tomatoes.webp)`,
    answers: [
      {
        by: 'Oskar',
        text: `It is blossom end rot, no infection. The plant cannot bring enough **calcium** to the far end of the fruit, nearly always because the water comes unevenly, not because the soil lacks any.

- Water a little every day instead of a lot twice a week.
- Mulch, so that the soil stays moist.
- Go easy on nitrogen: fast leaves take the calcium first.

Take off the spoilt fruits; the next ones will be fine.`,
        comments: [
          { by: 'Rosa', text: 'Five days of little cans, and the new fruits are clean.' },
          { by: 'Sofia', text: 'Eggshells do not help this year, by the way: they take many months to dissolve.' },
        ],
      },
    ],
  },
  {
    by: 'Ben',
    title: 'Our compost smells of rotten eggs. What does it need?',
    tags: ['compost'],
    community: 'allotment',
    text: 'We put in grass and kitchen scraps, as the books say.',
    answers: [
      {
        by: 'Oskar',
        text: `Air. Grass is wet and packs tight; without air other microbes take over, and they stink. Turn it and mix in something dry and coarse: torn cardboard, chopped twigs, straw. About two parts of brown to one of green by volume.

Wring a handful: a few drops are right, a trickle is too wet, dust too dry.`,
      },
      {
        by: 'Sofia',
        text: "And put grass on in layers of a hand's breadth at most, with cardboard between. In a week the smell should be that of a wood.",
        comments: [{ by: 'Ben', text: 'It steams! And it smells of mushrooms.' }],
      },
    ],
  },
  {
    by: 'Oskar',
    title: 'What really works against slugs? An honest count, please.',
    tags: ['slugs', 'lettuce'],
    community: 'allotment',
    text: 'Forty seedlings on Monday, six on Wednesday. I have tried coffee grounds and copper tape.',
    comments: [{ by: 'Callum', text: 'Ducks. But they like lettuce, too.' }],
    answers: [
      {
        by: 'Sofia',
        text: `I counted last year, a bed each:

1. **Collecting at dusk**, ten minutes a day: by far the best.
2. **Nematodes** into soil above 5 °C: good for about six weeks.
3. **Starting seedlings in pots** until they have six leaves: they outgrow the damage.
4. Beer traps: they drown many, and call the neighbours' to dinner.
5. Coffee, copper, eggshells: no difference that I could count.`,
        comments: [{ by: 'Oskar', text: 'Then dusk it is. Who joins me at nine?' }],
      },
      {
        by: 'Henrik',
        text: "Water in the morning rather than in the evening. In the archive there is a gardener's diary of 1911 with the very same advice.",
      },
    ],
  },
  {
    by: 'Sofia',
    title: "How can I tell a swarm is about to leave before it hangs in the neighbour's pear tree?",
    tags: ['bees', 'swarm'],
    text: 'Two hives, my third year. Last May I came home to a cluster in the tree next door, and a neighbour who did not see the beauty of it. I can look in once a week.',
    answers: [
      {
        by: 'Oskar',
        text: `From what you told me last year: look for queen cells along the *lower edges* of the combs each seven days in May and June. A capped one means that they may go on the next fine day. No eggs any more, a crowded entrance in the evening and a queen that has grown slim are the other signs.

With open queen cells, split the hive: the old queen with three frames into a new box does what they wanted to do anyway.`,
        comments: [{ by: 'Sofia', text: 'Caught by my own lesson! Found two cells today and made the split.' }],
      },
    ],
  },
  {
    by: 'Amara',
    title: 'Which herbs survive on a windy balcony that faces north?',
    tags: ['balcony', 'herbs'],
    text: 'Basil died within a week. Twice. It is the fourth floor, with two hours of sun in June and the wind from the harbour. I cook every day and would like to cut something myself.',
    answers: [
      {
        by: 'Sofia',
        text: 'Basil wants sun and warmth; give up on it. With two hours of light these do well: **mint** (in a pot of its own, or it takes over), **chives**, **parsley**, **lovage** and **sorrel**. Heavy clay pots do not blow over, and hold water longer.',
      },
      {
        by: 'Oskar',
        text: 'Against wind a simple mesh at the railing helps more than a solid board: a board makes whirls behind it.',
        comments: [{ by: 'Amara', text: 'Mint and chives bought. The mesh is up.' }],
      },
    ],
  },
  {
    by: 'Oskar',
    title: 'How many years until potatoes may stand in the same bed again?',
    tags: ['potatoes', 'rotation'],
    community: 'allotment',
    text: 'Our plots have four beds each, and the tomatoes want a place as well.',
    answers: [
      {
        by: 'Sofia',
        text: `Three years of something else, so every fourth year. Tomatoes count as potatoes: both are nightshades and share blight and eelworms. A simple round for four beds:

1. Potatoes and tomatoes, with compost
2. Beans and peas, which leave nitrogen
3. Cabbages, which take it
4. Onions, carrots, lettuce

Then everything moves one bed on.`,
        comments: [
          { by: 'Rosa', text: 'Could this be painted on the shed door? Nobody remembers where anything stood.' },
          { by: 'Oskar', text: 'I have paint.' },
        ],
      },
    ],
  },
  {
    by: 'Peter',
    title: 'When do I prune an old apple tree that has not been cut for ten years?',
    tags: ['trees', 'pruning'],
    text: 'It is a thicket of upright shoots, and the apples are small.',
    answers: [
      {
        by: 'Oskar',
        text: `In late winter, on a dry day without hard frost, and **over three years**: never more than a quarter of the crown at once. Cut everything away in one winter, and the tree answers with twice as many water shoots.

First what is dead, then what crosses, then what grows inwards. Cut just outside the collar, the ring at the base of the branch, and leave no stubs. In June tear out the new upright shoots while they are green.`,
        comments: [
          { by: 'Peter', text: 'A quarter only. I had the saw ready for all of it; thank you for being quick.' },
        ],
      },
      {
        by: 'Henrik',
        text: 'Look for a label before you cut: the orchard behind the mill was planted in 1926 with sorts that can hardly be bought today. I can look yours up in the list.',
      },
    ],
  },
  {
    by: 'Sofia',
    title: "For my followers: which label shall I print for this year's honey?",
    tags: ['honey', 'labels'],
    onlyFollowers: true,
    text: 'A: the harbour with the lighthouse. B: only the word *Lime tree* and the year. It is the same honey, 60 jars.',
    answers: [
      { by: 'Leila', text: 'B at my counter, A at the fair: visitors buy the place, neighbours buy the taste.' },
    ],
  },
  {
    by: 'Henrik',
    title: 'Does anybody know a climbing rose with small white flowers that smells of apples?',
    tags: ['roses', 'history'],
    text: 'It grows on the old customs house and is at least ninety years old. It flowers once, in June, and the leaves rather than the flowers smell of apples when it rains. I should like to save a cutting before the wall is repaired in autumn.',
    answers: [],
  },
];
