import { statement } from '../database/database.ts';

/** Puts the checkpoint before the log's first event, unless there is one. */
export const begin = statement(
  'consumer.begin',
  `insert into checkpoints (consumer, log_id, position) values ($1, $2, 0) on conflict do nothing`,
);

/** Reads and locks it. */
export const lock = statement(
  'consumer.lock',
  'select position from checkpoints where consumer = $1 and log_id = $2 for update',
);

/** Reads it without a lock. */
export const read = statement(
  'consumer.read',
  'select position from checkpoints where consumer = $1 and log_id = $2',
  'kept',
);

/** Moves it, under its lock. */
export const move = statement(
  'consumer.move',
  'update checkpoints set position = $3 where consumer = $1 and log_id = $2',
);

/** Locks and moves it at once, unless it is no longer where this process saw it last. */
export const advance = statement(
  'consumer.advance',
  'update checkpoints set position = $4 where consumer = $1 and log_id = $2 and position = $3 returning position',
);

/**
 * Moves it behind skipped events; not if it was moved back since they were read: events before them
 * are to be handled again.
 */
export const skip = statement(
  'consumer.skip',
  `with found as (select position from checkpoints where consumer = $1 and log_id = $2),
        moved as (update checkpoints set position = $4 where consumer = $1 and log_id = $2 and position >= $3 and position < $4)
   select position from found`,
);
