import { describe, expect, it } from '@jest/globals';
import { checkReservedLooks, looksOf, personLooksOf } from './look-alikes.ts';

function areAlike(one: string, other: string): boolean {
  const [a, b] = [looksOf(one), looksOf(other)];
  return [a.plain, a.written].some((look) => look === b.plain || look === b.written);
}

describe('[S-2] names that look alike', () => {
  it.each([
    ['admin', '\u0430dmin'],
    ['admin', '\u0410DMIN'],
    ['Ivan', 'lvan'],
    ['paypal', 'pa\u0443pal'],
    ['bob0', 'bobO'],
    ['scope', '\u0455\u0441\u043E\u0440\u0435'],
    ['bam', 'barn'],
    ['caf\u00E9', 'cafe\u0301'],
    ['guest 1', 'guest l'],
    ['Ann', 'ANN'],
    ['O\u2019Neil', "O'Neil"],
    ['Ann', 'An\u200Bn\u00AD'],
    ['Ann B', 'Ann \u00A0\n B'],
  ])('%s and %s', (one, other) => expect(areAlike(one, other)).toBe(true));

  it('no text looks like another if it is longer than any name', () => {
    // Each run is short only as long as the invisible characters are there.
    const text = ['\u0344', '\u0316'].map((mark) => `${mark.repeat(30)}\u200B`.repeat(500)).join('');
    expect(looksOf(text)).toEqual({ plain: text, written: text });
  });

  it.each([
    ['ann', 'anna'],
    ['ann', 'anne'],
    ['ann1', 'ann2'],
    ['ann b', 'annb'],
    ['\u738B\u5C0F\u660E', '\u738B\u5C0F\u7EA2'],
    ['jos\u00E9', 'jose'],
    ['\u0438\u0432\u0430\u043D', 'ivan'],
  ])('%s and %s do not', (one, other) => expect(areAlike(one, other)).toBe(false));

  it.each(['c\u043Emputer', 'C0mputer', 'cornputer', 'delet\u0435d user', 'DELETED USER'])('%s is reserved', (name) =>
    expect(checkReservedLooks(name)?.code).toBe('username.reserved'),
  );

  it.each(
    [
      ['Operator 1', 'admin1', '@admin', '_root_', 'admin \u2714', 'deleted-user'],
      ['Kartenhaus', 'KARTENHAUS 2', 'kartenhaus admin', 'Admin.Kartenhaus', '@K\u0430rtenhaus-Support!'],
    ].flat(),
  )('%s is reserved on a site named Kartenhaus', (name) =>
    expect(checkReservedLooks(name, 'Kartenhaus')?.code).toBe('username.reserved'),
  );

  it.each(['computers', 'Ann', 'deleted', 'Adminah', 'Badmin', 'anna1', '2048', 'Karten', 'Kartenhaus Ann'])(
    '%s is not',
    (name) => expect(checkReservedLooks(name, 'Kartenhaus')).toBeUndefined(),
  );

  it('a site whose name has no letters reserves no others', () => {
    expect(checkReservedLooks('2048', '42')).toBeUndefined();
    expect(checkReservedLooks('admin', '42')?.code).toBe('username.reserved');
  });

  it.each(['@anna', 'anna.', 'anna,', '(Anna)', 'anna \u2714'])('%s looks like the person anna', (name) =>
    expect(personLooksOf(name)).toMatchObject({ plain: personLooksOf('anna').plain }),
  );

  it.each(['anna1', 'an.na', '...'])('%s does not', (name) =>
    expect(personLooksOf(name).plain).not.toBe(personLooksOf('anna').plain),
  );
});
