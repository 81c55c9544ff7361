import { expect, test } from '@jest/globals';
import { claimPorts } from './programs.ts';

test('the last port there is has no next one', async () => {
  await expect(claimPorts('127.0.0.1', 65_535)).rejects.toThrow(
    'PORT: the one after it is needed too, so at most 65534.',
  );
});
