import { expect, test } from '@jest/globals';
import { mostLike, searchForTags } from './related.ts';

test('tags are searched in brackets', () => {
  expect(searchForTags([tag('garden'), tag('a[b]')])).toBe('[garden] [a[b]]');
});

test('the most like questions share tags, then words; equals keep their order', () => {
  const rows = [
    { _id: 'nothing', title: 'Anything', tags: [tag('soil')] },
    { _id: 'tag', title: 'Something', tags: [tag('Garden')] },
    { _id: 'both', title: 'More roses', tags: [tag('garden')] },
    { _id: 'tag too', title: 'Else', tags: [tag('garden')] },
  ];
  const like = mostLike(rows, { title: 'Roses droop', tags: [tag('garden')] }, 3);
  expect(like.map(({ _id }) => _id)).toEqual(['both', 'tag', 'tag too']);
});

function tag(name: string) {
  return { name, description: '' };
}
