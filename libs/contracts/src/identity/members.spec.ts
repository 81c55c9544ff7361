import { describe, expect, test } from '@jest/globals';
import { limits } from '../limits.ts';
import { checkUsername } from '../text/checks.ts';
import { numbered, usernameOf } from './members.ts';

describe('[IN-2] a username made of a name', () => {
  test.each([
    ['Ann Lee', 'ann.lee'],
    ['  Jürgen  von der Straße ', 'jurgen.von.der.strasse'],
    ['O’Brien, Zoë', 'obrien.zoe'],
    ['Łukasz Øster-Æbelø', 'lukasz.oster.aebelo'],
    ['Анна Йорк', 'анна.йорк'],
    ['आन्या', 'आन्या'],
    ['李 小龍', '李.小龍'],
    ['ｆｕｌｌ１', 'full1'],
    ['a/b\\c?d#e%f', 'a.b.c.d.e.f'],
    ['‮evil', 'evil'],
    ['--- ', ''],
  ])('of %j is %j', (name, username) => {
    expect(usernameOf(name)).toBe(username);
    if (username !== '') expect(checkUsername(username)).toBeUndefined();
  });

  test('is cut to what usernames may have, also with a number', () => {
    const long = usernameOf('Wolfeschlegelsteinhausen Bergerdorff the Fourth');
    expect([...long]).toHaveLength(limits.usernameLength);
    expect(numbered(long, 1)).toBe(long);
    expect(numbered(long, 12)).toBe(`${long.slice(0, limits.usernameLength - 2)}12`);
    expect(numbered('ann.lee', 2)).toBe('ann.lee2');
    expect(usernameOf('a'.repeat(1_000_000))).toBe('a'.repeat(limits.usernameLength));
  });
});
