import { erasingPolicyOf } from '@parlour/people/posts/erasing';
import { erasable } from '../blanking/blanking.ts';
import { readDue } from './erasing.queries.ts';

/** Erases the texts of messages that were deleted 30 days ago. Source: decisions E-3. */
export const erasingPolicy = erasingPolicyOf('erasing deleted messages', readDue, erasable);
