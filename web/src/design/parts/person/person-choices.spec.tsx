import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { PersonChoices } from './person-choices.tsx';

function Choices({ names, search = '' }: { readonly names: readonly string[]; readonly search?: string }) {
  const people = names.map((username) => ({ _id: username, username }));
  return <PersonChoices people={people} search={search} chosen={[]} onToggle={() => undefined} />;
}

test('nobody to choose moves while somebody points at them; another search lists others at once', async () => {
  const user = userEvent.setup({ delay: null });
  const { rerender } = render(<Choices names={['bea', 'dan']} />);
  const names = () => screen.getAllByRole('button').map(({ dataset }) => dataset['name']);
  await user.hover(screen.getByRole('button', { name: /dan/ }));
  rerender(<Choices names={['abe', 'bea', 'dan']} />);
  expect(names()).toEqual(['bea', 'dan', 'abe']);
  rerender(<Choices names={['abe', 'dan']} search="a" />);
  expect(names()).toEqual(['abe', 'dan']);
});
