import { DomainError } from '@parlour/contracts/errors';

/**
 * Carries out an edit. If it is stale, the refusal carries what is current, so that the editor can
 * show it beside the draft.
 * @throws {DomainError} what the edit throws
 */
export async function withCurrent<Result>(
  edit: () => Promise<Result>,
  readCurrent: () => Promise<object | undefined>,
): Promise<Result> {
  try {
    return await edit();
  } catch (failure) {
    if (!(failure instanceof DomainError) || failure.code !== 'edit.stale') throw failure;
    throw new DomainError(failure.code, failure.message, undefined, await readCurrent());
  }
}
