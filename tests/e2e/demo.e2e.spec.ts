import { expect, test } from '@jest/globals';
import { makeSiteFolder, removeDataFolder, startProduct } from './product.ts';
import { sharedSite } from './shared.ts';
import { Visitor } from './person.ts';

test('[O-3] without --demo there are no logins, and the data of a real site never become the demonstration', async () => {
  const { url } = await sharedSite();
  expect((await new Visitor(url).get('/user/providers')).body).toEqual({
    google: false,
    googleClientId: null,
    signupCode: false,
    signUp: 'everyone',
    signedInBefore: false,
  });
  const dataDir = await makeSiteFolder();
  try {
    await expect(startProduct(dataDir, {}, ['--demo'])).rejects.toThrow(
      `The data in ${dataDir} is not the demonstration's: choose another folder with DATA_DIR.`,
    );
  } finally {
    await removeDataFolder(dataDir);
  }
});
