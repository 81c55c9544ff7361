import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fill } from '../../shared/testing/fill.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { AnswerForm } from './answer-form.tsx';

const text = () => screen.getByLabelText('Answer Text');
const answer = {
  _id: 'a1',
  text: 'Water less.',
  ansBy: 'ann',
  ansDateTime: '2026-06-01T10:00:00.000Z',
  comments: [],
  score: 0,
  accepted: false,
};

test.each([
  ['   ', 'Answer text cannot be empty'],
  ['see [x](ftp://example.org)', 'Invalid hyperlink format.'],
])('[VA-4, VA-5] %p is refused: %s', async (typed, fault) => {
  const server = fakeServer({});
  const { user } = renderPage(<AnswerForm qid="q1" onAnswered={jest.fn()} />);
  await user.click(text());
  await user.paste(typed);
  await user.click(screen.getByRole('button', { name: 'Post Answer' }));
  expect(text()).toHaveAccessibleDescription(new RegExp(fault));
  await waitFor(() => expect(text()).toHaveFocus());
  expect(server.to('/answer/addAnswer')).toEqual([]);
});

test.each([
  ['see [the guide](http://example.org/a) first', '[the guide](http://example.org/a) needs a text'],
  [`[here](http://${window.location.host}/tags) and [b](http://x)`, '[b](http://x) needs a text'],
  ['it calls handlers[0](event)', '[0](event) looks like code: put it between backticks.'],
])('[BW-6] the faulty link in %j is named', async (typed, named) => {
  const { user } = renderPage(<AnswerForm qid="q1" onAnswered={jest.fn()} />);
  await fill(user, text(), typed);
  await user.click(screen.getByRole('button', { name: 'Post Answer' }));
  expect(screen.getByText('Invalid hyperlink format.')).toHaveTextContent(named);
});

test('[BW-6] a link to this site is posted with its path', async () => {
  const server = fakeServer({ 'POST /answer/addAnswer': () => ({ body: answer }) });
  const { user } = renderPage(<AnswerForm qid="q1" onAnswered={jest.fn()} />);
  await fill(user, text(), `As [here](${window.location.origin}/question/1).`, '{Meta>}{Enter}{/Meta}');
  expect(server.to('/answer/addAnswer')[0]?.body).toMatchObject({ ans: { text: 'As [here](/question/1).' } });
});

test('[SC-15] an answer is sent in the specification’s format', async () => {
  const server = fakeServer({ 'POST /answer/addAnswer': () => ({ body: answer }) });
  const onAnswered = jest.fn();
  const { user } = renderPage(<AnswerForm qid="q1" onAnswered={onAnswered} />);
  await fill(user, text(), 'Water less. ', '{Meta>}{Enter}{/Meta}');
  expect(server.to('/answer/addAnswer')[0]?.body).toEqual({
    qid: 'q1',
    ans: { text: 'Water less.', ansBy: 'ann', ansDateTime: expect.stringMatching(/Z$/), comments: [] },
  });
  await waitFor(() => expect(onAnswered).toHaveBeenCalledWith(answer));
});

test('[TX-5] a refusal names the call and shows the server’s words', async () => {
  fakeServer({ 'POST /answer/addAnswer': () => ({ status: 404, body: { error: 'Question not found' } }) });
  const { user } = renderPage(<AnswerForm qid="q1" onAnswered={jest.fn()} />);
  await fill(user, text(), 'x', '{Control>}{Enter}{/Control}');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error while creating a new answer');
  expect(alert).toHaveTextContent('Question not found');
});
