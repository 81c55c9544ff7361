import { test } from '@jest/globals';
import { useLargeSite } from '../fill/large-site.ts';

test(
  'a site of 20,000 questions opens every screen',
  () => useLargeSite({ people: 1_000, questions: 20_000, busyAnswers: 200, chatMessages: 5_000 }),
  240_000,
);
