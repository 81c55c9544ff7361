import type { DemoQuestion } from '../content.ts';

/** Programming, asked and answered. */
export const programmingQuestions: readonly DemoQuestion[] = [
  {
    by: 'Jonas',
    title: 'Why does my loop with await inside forEach finish before the files are written?',
    tags: ['javascript', 'async'],
    text: `I want to write a few files one after the other and then print a line:

\`\`\`js
names.forEach(async (name) => {
  await writeFile(name, contentOf(name));
});
console.log('all written');
\`\`\`

\`all written\` comes first, every time. There is an \`await\`, so why does nothing wait?`,
    comments: [{ by: 'Dmitri', text: 'Nice minimal example, thank you. What should happen when one file fails?' }],
    answers: [
      {
        by: 'Ines',
        text: `The \`await\` waits inside *its own* function. \`forEach\` calls that function for each name, gets a promise back each time, and throws all of them away; nobody waits for those promises.

One after the other:

\`\`\`js
for (const name of names) {
  await writeFile(name, contentOf(name));
}
\`\`\`

All at once, when the order does not matter:

\`\`\`js
await Promise.all(names.map((name) => writeFile(name, contentOf(name))));
\`\`\`

With a few thousand files prefer the first, or a pool: the second opens them all at the same time.`,
        comments: [
          { by: 'Jonas', text: 'The part about throwing the promises away made it click. Thank you!' },
          {
            by: 'Mei',
            text: `There is a lint rule for it: \`no-misused-promises\` of typescript-eslint finds exactly this \`forEach\`.`,
          },
        ],
      },
      {
        by: 'Dmitri',
        text: `One addition about errors: in your version a failed write becomes an *unhandled rejection* and ends the process at some later moment. With \`for … of\` or \`Promise.all\` it arrives at your own \`try … catch\`.`,
      },
    ],
  },
  {
    by: 'Mei',
    title: 'A default argument that is a list remembers old calls. Is that a bug in Python?',
    tags: ['python', 'lists'],
    text: `\`\`\`python
def add(item, basket=[]):
    basket.append(item)
    return basket

add('apple')   # ['apple']
add('pear')    # ['apple', 'pear']  ???
\`\`\`

I expected \`['pear']\`. Where does the apple come from?`,
    answers: [
      {
        by: 'Priya',
        text: `Not a bug, but it surprises everybody once. The default is evaluated **when \`def\` runs**, that is a single time, and the same list object is used for each call that leaves the argument out.

The usual way is a sentinel:

\`\`\`python
def add(item, basket=None):
    if basket is None:
        basket = []
    basket.append(item)
    return basket
\`\`\`

The same holds for every mutable default: dictionaries, sets, your own objects.`,
        comments: [
          {
            by: 'Mei',
            text: `So the default lives on the function. I found it: \`add.__defaults__\` shows the list growing.`,
          },
        ],
      },
      { by: 'Dmitri', text: `It is also why \`def log(message, at=datetime.now())\` prints the same time for ever.` },
    ],
  },
  {
    by: 'Dmitri',
    title: 'Why does PostgreSQL ignore my index on created_at when I filter by date?',
    tags: ['postgresql', 'sql', 'indexes'],
    text: `The table has two million rows and an index on \`created_at\`, a \`timestamptz\`. This still reads all of it:

\`\`\`sql
select count(*) from orders where created_at::date = '2026-03-01';
\`\`\`

\`explain\` shows a sequential scan. Statistics are fresh. What do I miss?`,
    answers: [
      {
        by: 'Ines',
        text: `The index holds values of \`created_at\`; your condition asks about \`created_at::date\`, which is another expression. The planner does not invert the cast for you. Ask for a range of the column itself:

\`\`\`sql
select count(*) from orders
 where created_at >= '2026-03-01' and created_at < '2026-03-02';
\`\`\`

Half open on purpose: \`between\` would count an order of exactly midnight on the next day.`,
        comments: [
          { by: 'Dmitri', text: 'From 900 ms to 4 ms. Thank you.' },
          {
            by: 'Priya',
            text: `And think of the time zone: the literals are read in the session's \`TimeZone\`, so write it out when the day is that of a shop.`,
          },
        ],
      },
      {
        by: 'Mei',
        text: `An index on the expression is the other way, but for \`timestamptz\` the cast to \`date\` depends on the session's time zone, is therefore not immutable, and PostgreSQL refuses it. \`((created_at at time zone 'Europe/Lisbon')::date)\` can be indexed. The range is simpler.`,
      },
    ],
  },
  {
    by: 'Jonas',
    title: 'I committed to main instead of a branch. How do I move the last two commits?',
    tags: ['git'],
    text: `Nothing has been pushed yet. I would like main to be where the server has it, and my two commits on a branch \`search\`.`,
    comments: [{ by: 'Ines', text: "To notice earlier next time: put the branch's name into your prompt." }],
    answers: [
      {
        by: 'Dmitri',
        text: `As nothing is pushed it is three lines. First make sure that \`git status\` is clean.

\`\`\`sh
git branch search            # a second name for where you are now
git reset --hard origin/main # move main back
git switch search
\`\`\`

The commits are never in danger: \`search\` points at them before \`main\` moves. If you ever lose your way, \`git reflog\` lists where each branch stood before.`,
        comments: [{ by: 'Jonas', text: 'Worked. I had no idea that a branch is just a name for a commit.' }],
      },
    ],
  },
  {
    by: 'Priya',
    title: '0.1 + 0.2 is 0.30000000000000004. How do people add up prices, then?',
    tags: ['javascript', 'numbers'],
    text: 'I know that binary fractions are the reason. What I do not know is what one *does* about it in a small web shop, in JavaScript.',
    answers: [
      {
        by: 'Ines',
        text: `Count cents. All sums, taxes and discounts are whole numbers of the smallest unit; a decimal point appears only where somebody reads it:

\`\`\`js
const cents = 1999 + 450;
const shown = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
  .format(cents / 100);
\`\`\`

Integers are exact up to \`Number.MAX_SAFE_INTEGER\`, some ninety trillion euros in cents.`,
        comments: [
          {
            by: 'Amara',
            text: "From the bookkeeper's side: also decide where you round. Tax per line and tax on the total differ by a cent now and then, and the invoice must say which it is.",
          },
        ],
      },
      {
        by: 'Mei',
        text: `In the database use \`numeric\`, or an integer of cents; never \`real\` or \`double precision\`. And mind currencies without cents, such as the yen.`,
      },
    ],
  },
  {
    by: 'Rosa',
    title: 'How do I keep the footer at the bottom when the page is short?',
    tags: ['css', 'layout'],
    text: `On our school's page the footer hangs in the middle of the screen when there is little text. \`position: fixed\` covers the text on long pages.`,
    answers: [
      {
        by: 'Ines',
        text: `Make the body a column as high as the window and let the main part take what is left:

\`\`\`css
body {
  min-height: 100dvh;
  margin: 0;
  display: flex;
  flex-direction: column;
}

main {
  flex: 1;
}
\`\`\`

On a long page \`main\` simply grows, and the footer comes after it.`,
        comments: [
          { by: 'Rosa', text: 'Perfect, and I can explain it to the pupils.' },
          {
            by: 'Yuki',
            text: `\`dvh\` rather than \`vh\` is for telephones: there \`100vh\` is the height with the address bar hidden.`,
          },
        ],
      },
    ],
  },
  {
    by: 'Jonas',
    title: 'Which process is using port 3000?',
    tags: ['linux', 'shell'],
    text: `The server says \`EADDRINUSE\`, and I have closed every window I can find.`,
    answers: [
      {
        by: 'Dmitri',
        text: `\`\`\`sh
ss -ltnp 'sport = :3000'
\`\`\`

\`-l\` listening, \`-t\` TCP, \`-n\` numbers, \`-p\` the process. Without root you see only your own processes. On macOS it is \`lsof -nP -iTCP:3000 -sTCP:LISTEN\`.

End it with \`kill <pid>\`, and use \`kill -9\` only when that did not help: the plain signal lets a program put its files in order.`,
        comments: [{ by: 'Jonas', text: 'A test runner from yesterday. Thank you.' }],
      },
    ],
  },
  {
    by: 'Mei',
    title: 'When is a binary search worth it, compared with a set?',
    tags: ['algorithms', 'python'],
    community: 'code',
    text: `I have 50,000 identifiers and ask "is it there?" about a million times. A sorted list with \`bisect\` and a \`set\` both work. How do you choose?`,
    answers: [
      {
        by: 'Priya',
        text: `For *is it there* alone take the set: a lookup costs the same whatever the size, and it is a single line.

The sorted list wins when the question has an order in it:

- which is the next greater one,
- how many lie between two values,
- all that begin with a prefix.

It also needs far less memory. Measure with your own data:

\`\`\`python
from timeit import timeit
timeit(lambda: key in as_set, number=1_000_000)
\`\`\``,
        comments: [{ by: 'Mei', text: 'Set: 0.05 s, bisect: 0.4 s. I only ask for membership, so that settles it.' }],
      },
    ],
  },
  {
    by: 'Dmitri',
    title: 'How do I make the compiler tell me that a switch forgets a case?',
    tags: ['typescript'],
    community: 'code',
    text: `We added a fourth state to a union and found one forgotten \`switch\` in production.`,
    answers: [
      {
        by: 'Ines',
        text: `Let the default branch demand that nothing is left:

\`\`\`ts
type State = 'draft' | 'open' | 'closed';

function label(state: State): string {
  switch (state) {
    case 'draft':
      return 'Draft';
    case 'open':
      return 'Open';
    case 'closed':
      return 'Closed';
    default:
      return state satisfies never;
  }
}
\`\`\`

With a fourth state \`state\` is no longer \`never\` there, and the line does not compile. It costs nothing when it runs.`,
        comments: [
          { by: 'Jonas', text: 'Does it help with values that come from a server?' },
          { by: 'Ines', text: 'No: types are gone by then. Check such values where they come in.' },
        ],
      },
    ],
  },
  {
    by: 'Ben',
    title: 'A regular expression for e-mail addresses: how strict should it be?',
    tags: ['regex', 'text'],
    text: 'I found one of 6,000 characters and one of 12. Which do I take for the sign-up form of our club?',
    answers: [
      {
        by: 'Dmitri',
        text: `Neither tells you whether the address *exists*. Check for slips of the pen only, and send a message with a link:

\`\`\`js
const plausible = /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/;
\`\`\`

Strict patterns refuse real people: \`o'neill+club@example.museum\` is fine.`,
        comments: [{ by: 'Ben', text: 'So the link is the check, and the pattern is a courtesy. Good.' }],
      },
    ],
  },
  {
    by: 'Rosa',
    title: "The accents in a CSV of pupils' names come out garbled. How do I repair it for everybody?",
    tags: ['spreadsheets', 'csv'],
    text: `The file comes from the school office, about 300 names. In my editor it looks right; in the spreadsheet every \`é\` has become \`Ã©\`, and I cannot ask thirty parents to change an import setting.

![A spreadsheet in which Zoë, René, Böhm, José García and Nørgaard are garbled](/file/garbled-names.webp)

The same with made-up names, to try it: [names.csv](/file/names.csv)`,
    comments: [
      {
        by: 'Dmitri',
        text: `Could you look whether the file begins with the three bytes \`EF BB BF\`? \`head -c 3 names.csv | xxd\` shows them.`,
      },
    ],
    answers: [],
  },
];
