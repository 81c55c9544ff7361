import { test } from '@jest/globals';
import { useLargeSite } from './large-site.ts';

test('a site of 100,000 questions opens every screen', () =>
  useLargeSite({ people: 2_000, questions: 100_000, busyAnswers: 500, chatMessages: 20_000 }));
