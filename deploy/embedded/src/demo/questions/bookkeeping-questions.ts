import type { DemoQuestion } from '../content.ts';

/** Bookkeeping. */
export const bookkeepingQuestions: readonly DemoQuestion[] = [
  {
    by: 'Nadia',
    title: 'Why is a credit on the bank statement a debit in our books?',
    tags: ['accounts', 'basics'],
    text: 'I have just become treasurer of the choir, and the words seem to be swapped.',
    answers: [
      {
        by: 'Amara',
        text: `Both sides are right, as they look at the same money from opposite ends. What you have at the bank is **your asset**: assets grow on the debit side. For the bank it is a **debt to you**: liabilities grow on the credit side. The statement is a page of *their* books.

Think of debit and credit as left and right, not as good and bad:

    left (debit)            right (credit)
    assets grow             assets shrink
    expenses grow           income grows
                            debts grow`,
        comments: [{ by: 'Nadia', text: '"A page of their books" – now I shall never mix it up again.' }],
      },
    ],
  },
  {
    by: 'Leila',
    title: 'A customer paid an invoice twice. Do I write a credit note?',
    tags: ['invoices', 'tax'],
    text: 'And how does it go through the books until I have paid it back?',
    answers: [
      {
        by: 'Amara',
        text: `No credit note: the invoice was right, and a credit note would lower your sales and the tax. The second payment is simply money that is not yours, a liability to the customer.

1. It comes: bank (debit) to customer's account (credit). The account is now negative.
2. You pay back: customer's account (debit) to bank (credit). It is zero again.

Write to the customer first: many prefer to set it off against the next order.`,
        comments: [{ by: 'Leila', text: 'She did prefer that. Thank you.' }],
      },
    ],
  },
  {
    by: 'Callum',
    title: "The workshop bought a band saw for 2,400. Can it all go into this year's expenses?",
    tags: ['depreciation', 'boats'],
    text: 'It should last eight years.',
    answers: [
      {
        by: 'Amara',
        text: 'As a rule no: what serves for years is spread over them. Straight-line it is 2,400 / 8 = **300 a year**, from the month of purchase, so in a purchase of April nine twelfths, 225, in the first year. Many countries let you write off smaller tools at once; the limit is the thing to look up, and 2,400 is above it in most.',
      },
      {
        by: 'Tomas',
        text: 'The book value after n full years is 2,400 − 300 · n. With a declining rate of 25 % it would be 2,400 · 0.75ⁿ: faster at first, but it never gets to zero by itself.',
        comments: [{ by: 'Callum', text: 'Straight line. I can see that one on a strip of wood.' }],
      },
    ],
  },
  {
    by: 'Lucia',
    title: 'Can we afford the organist from the city for the winter concert?',
    tags: ['budget', 'choir'],
    community: 'choir',
    text: 'He asks 350 and the train. Last year we ended with 410 in hand.',
    answers: [
      {
        by: 'Nadia',
        text: 'Expected this year: tickets 90 · 8 = 720, programme 60, the grant of 200. Expenses: church 250, scores 180, printing 70. That leaves 480 before the organist, so about 90 after him with the train. It holds if at least **79** people come: each one fewer costs 8.',
      },
      {
        by: 'Amara',
        text: 'I would ask for the grant *before* signing: without its 200 the evening is a loss.',
        comments: [{ by: 'Lucia', text: 'The grant came today. Signing!' }],
      },
    ],
  },
];
