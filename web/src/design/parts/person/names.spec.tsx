import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { PersonLink } from './person-link.tsx';
import { TagLink } from '../text/tag-link.tsx';

test.each([
  ['a person', <PersonLink key="person" username={'\u05D0\u05D1 1'} />],
  ['a tag', <TagLink key="tag" name={'\u05D0\u05D1 1'} />],
])('the name of %s has its own text direction, isolated from its surroundings', (_, link) => {
  renderPage(link);
  expect(screen.getByText('\u05D0\u05D1 1').tagName).toBe('BDI');
});
