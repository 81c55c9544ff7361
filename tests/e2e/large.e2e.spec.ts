import { test } from '@jest/globals';
import { useLargeSite } from '../fill/large-site.ts';

test(
  'a site of 4,000 questions opens every screen',
  () => useLargeSite({ people: 500, questions: 4_000, busyAnswers: 200, chatMessages: 1_000 }),
  240_000,
);
