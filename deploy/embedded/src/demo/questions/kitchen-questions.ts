import type { DemoQuestion } from '../content.ts';

/** The kitchen and the bakery. */
export const kitchenQuestions: readonly DemoQuestion[] = [
  {
    by: 'Leila',
    title: 'My sourdough spreads into a flat disc when I turn it out. What is wrong?',
    tags: ['bread', 'sourdough'],
    text: `70 % water, bulk rise of six hours at 25 °C, a night in the fridge. The crumb is good, but the loaf has no height.

![A loaf on a board, wide and as flat as a cushion](/file/flat-loaf.webp)`,
    comments: [{ by: 'Priya', text: 'Does the dough still spring back slowly when you press it before shaping?' }],
    answers: [
      {
        by: 'Ines',
        text: `Six hours at 25 °C is long for an active starter: I would say it is over-proofed, and the gluten no longer holds. Try this:

1. End the bulk rise when the dough has grown by **half**, not doubled. Mark the side of a straight jar.
2. Shape twice: a loose ball, rest 20 minutes, then tight, until the skin is smooth.
3. Bake from the fridge. Cold dough keeps its shape for the first minutes, and those decide.

If it is still flat, take 65 % water until the shaping feels easy.`,
        comments: [
          {
            by: 'Leila',
            text: `Ended at half: four hours. Look at that, a loaf with shoulders!

![A high, round loaf on the same board, split open along the top](/file/risen-loaf.webp)`,
          },
        ],
      },
      {
        by: 'Sofia',
        text: 'Check the flour, too. With less than 11 % protein 70 % water is a lot; strong bread flour has 12 to 13.',
      },
    ],
  },
  {
    by: 'Ben',
    title: 'How do I boil eggs so that they peel easily?',
    tags: ['eggs', 'basics'],
    text: 'Twelve eggs for the picnic, and half of the white stayed on the shells. Fresh ones from the market, started in cold water. Is it the eggs or the cook?',
    answers: [
      {
        by: 'Priya',
        text: `Two things matter: put the eggs into **boiling** water, not cold, and take eggs that are a week old. The sudden heat sets the outer white before it can bond with the skin.

From the fridge, size M: 6 minutes for a soft yolk, 8 for waxy, 10 for firm. Then into cold water for five minutes, which also ends the cooking.`,
        comments: [{ by: 'Ben', text: 'It works. I had always started cold.' }],
      },
    ],
  },
  {
    by: 'Leila',
    title: 'Why does the butter leak out of my croissants in the oven?',
    tags: ['pastry', 'butter'],
    text: 'They swim in a puddle, and there are no layers inside.',
    answers: [
      {
        by: 'Ines',
        text: `The butter has melted *into* the dough before baking, or broken into pieces. Its temperature is the whole secret: about 13 to 15 °C, when it bends without cracking. Colder it shatters, warmer it is absorbed.

- Rest in the fridge for 30 minutes after each fold.
- The final proof at no more than 26 °C: butter melts at about 32 °C.
- Start at 200 °C, so that the water becomes steam at once and lifts the layers.`,
        comments: [
          { by: 'Leila', text: 'The proof was the culprit: I had put them on the radiator.' },
          { by: 'Oskar', text: 'Asking for everybody: what happens with the failed ones, and where do I queue?' },
        ],
      },
    ],
  },
  {
    by: 'Rosa',
    title: 'How do I know that jam has set without a thermometer?',
    tags: ['preserving', 'jam'],
    text: 'Last year I got syrup, the year before rubber.',
    answers: [
      {
        by: 'Sofia',
        text: `The cold saucer. Put two saucers into the freezer before you begin. Drop a teaspoon of jam on one, wait a minute, push it with a finger: if the surface wrinkles, it is ready. If it runs back, boil two minutes more and use the other one. Take the pot off the heat while you test.

With a thermometer it is 104 to 105 °C at sea level.`,
        comments: [{ by: 'Rosa', text: 'It wrinkled at the third try. Twelve jars!' }],
      },
      {
        by: 'Priya',
        text: 'And mind the fruit: apples, currants and quinces are full of pectin, strawberries and cherries have little. The juice of a lemon to a kilogram helps those, because pectin needs acid to set.',
      },
    ],
  },
  {
    by: 'Callum',
    title: 'Which fish holds together in a stew on a small boat stove?',
    tags: ['fish', 'stew'],
    text: 'One burner, one pot, four hungry people. Cod falls apart by the time it is served.',
    answers: [
      {
        by: 'Freya',
        text: 'Firm ones: monkfish, hake in thick steaks, gurnard, or mussels, which cannot fall apart at all. Cook the potatoes and tomatoes first, take the pot **off** the flame, lay the fish on top and close the lid for eight minutes. It cooks in what is there, and nobody has to stir.',
        comments: [{ by: 'Callum', text: 'Mussels it was. The pot came back clean.' }],
      },
    ],
  },
  {
    by: 'Yuki',
    title: 'How much water for Japanese short-grain rice in an ordinary pot?',
    tags: ['rice', 'basics'],
    text: 'Every packet says something else, and my rice cooker is still in Osaka. It should hold together for onigiri without turning into porridge.',
    answers: [
      {
        by: 'Priya',
        text: `By weight, 1 part of rice to 1.2 of water, after washing until the water is nearly clear and soaking for 30 minutes.

1. Bring to the boil with the lid on.
2. Lowest heat for 12 minutes. Do not look.
3. Off the heat, 10 minutes with the lid closed. Then loosen it.

The resting is not optional: the grains take up the last steam there.`,
        comments: [{ by: 'Yuki', text: 'Like at home. Thank you!' }],
      },
    ],
  },
  {
    by: 'Ines',
    title: 'My filter coffee tastes sour in the morning and bitter in the afternoon. Same beans!',
    tags: ['coffee'],
    text: 'Same grinder setting, 60 g to the litre. What can change within a day?',
    answers: [
      {
        by: 'Leila',
        text: `Sour is *too little* extracted, bitter *too much*. In the morning the jug, the filter and the kettle are cold, and the water arrives at 85 °C rather than 94. In the afternoon everything is warm, and perhaps you pour more slowly.

Rinse filter and jug with boiling water first, and stop the time: 2:30 to 3:30 minutes for half a litre. If it still differs, grind a little finer in the morning.`,
        comments: [
          { by: 'Ines', text: 'It was the cold jug. One of those answers one could have found alone, and never does.' },
        ],
      },
    ],
  },
  {
    by: 'Leila',
    title: 'Would you buy bread that was baked the evening before, at a lower price?',
    tags: ['bakery', 'planning'],
    onlyFollowers: true,
    text: 'For those who follow me, before I announce anything: I bake too much on Saturdays. I think of a shelf "from yesterday" on Sunday morning, at half price. Good idea, or does it spoil the Sunday loaves?',
    answers: [
      {
        by: 'Amara',
        text: 'Try it for four Sundays and note both numbers, fresh and from yesterday. If fresh falls by less than what the shelf brings in, it pays; flour and work of Saturday are spent anyway.',
        comments: [{ by: 'Leila', text: 'Four Sundays it is. I shall tell.' }],
      },
    ],
  },
];
