import { expect, it } from '@jest/globals';
import { Remembered } from './remembered.ts';

it('a value is computed once, and anew when there were too many others', () => {
  const computed: string[] = [];
  const remembered = new Remembered((key: string) => {
    computed.push(key);
    return key === 'none' ? null : key.length;
  });
  expect([remembered.of('key'), remembered.of('none'), remembered.of('key'), remembered.of('none')]).toEqual([
    3,
    null,
    3,
    null,
  ]);
  expect(computed).toEqual(['key', 'none']);
  for (let other = 0; other < 99; other++) remembered.of(`other ${other}`);
  remembered.of('key');
  expect(computed.filter((key) => key === 'key')).toHaveLength(2);
});
