import { addressOfFile } from '@parlour/contracts/files/file-id';

/** SQL: the address of the file with the id in this expression; null if there is none. */
export function fileAddress(id: string): string {
  return `'${addressOfFile('')}' || ${id}`;
}
