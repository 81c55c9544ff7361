import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { FrontEnd } from '../contract/front-end.ts';
import { QuestionPage } from '../contract/question-page.ts';
import { Person } from './person.ts';
import { own, sharedSite } from './shared.ts';

// What people do with our own page, and a client of the specification knows nothing of.

interface ChatUpdate {
  readonly type: string;
  readonly chat: { readonly _id: string; readonly participants: readonly string[]; readonly messages: unknown };
}

describe('a front end that knows the two specifications alone, beside our page', () => {
  const ann = own('Ann');
  let ben: Person;
  let cay: Person;
  let a: FrontEnd;

  beforeAll(async () => {
    const { url } = await sharedSite();
    [ben, cay] = [await new Person(url, own('Ben')).signUp(), await new Person(url, own('Cay')).signUp()];
    a = new FrontEnd(url);
    await a.call('POST', 'user/signup', { username: ann, password: 'correct horse' });
    await a.connected();
  });
  afterAll(() => a?.close());

  /** The open screen of a question. */
  async function opened(qid: string): Promise<QuestionPage> {
    const page = new QuestionPage(a, qid);
    await page.open(ann);
    return page;
  }

  const gone = { title: messages.deletedByAuthor, text: messages.deletedByAuthor };

  test('[T-16] shows a changed answer in place of the old one', async () => {
    const { _id: qid } = await ben.ask('Edited below?');
    const { _id: aid, version } = await cay.answer(qid, 'No.');
    const page = await opened(qid);
    const edit = { aid, text: 'Yes.', version, username: cay.name };
    expect((await cay.call('PATCH', '/answer/editAnswer', { body: edit })).status).toBe(200);
    await until('the change', (saw) => saw(page.question?.answers.map(({ text }) => text))?.join() === 'Yes.');
  });

  test('[T-16, T-6] shows that a question was deleted, where others answered it', async () => {
    const { _id: qid } = await ben.ask('Deleted, but answered?');
    await cay.answer(qid, 'Yes.');
    const page = await opened(qid);
    await ben.call('DELETE', '/question/deleteQuestion', { body: { qid } });
    await until('the deletion', (saw) => saw(page.question?.title) === gone.title);
    expect(page.question).toMatchObject({ ...gone, answers: [{ text: 'Yes.' }] });
    expect(await a.call('GET', `question/getQuestionById/${qid}?username=${ann}`)).toMatchObject(gone);
    const list = await a.call<{ _id: string }[]>('GET', `question/getQuestion?order=newest&username=${ann}`);
    expect(list.map(({ _id }) => _id)).not.toContain(qid);
  });

  test('[T-16] shows that a question was deleted which it cannot read any more, and its return', async () => {
    const { _id: qid } = await ben.ask('Deleted for now?');
    const page = await opened(qid);
    await ben.call('DELETE', '/question/deleteQuestion', { body: { qid } });
    await until('the deletion', (saw) => saw(page.question?.title) === gone.title);
    expect(page.question).toMatchObject({ ...gone, answers: [], comments: [], upVotes: [], views: [] });
    await ben.post('/question/restoreQuestion', { qid });
    await until('its return', (saw) => saw(page.question?.title) === 'Deleted for now?');
  });

  test('[T-16] gets the whole chat when somebody joins it', async () => {
    const participants = [cay.name, ann, ben.name];
    const { body } = await cay.post<{ _id: string }>('/chat/createChat', { participants, messages: [] });
    const dan = await new Person(a.host, own('Dan')).signUp();
    await cay.post(`/chat/${body._id}/addParticipant`, { username: dan.name });
    const { chat } = await a.heard<ChatUpdate>(
      'chatUpdate',
      ({ type, chat: { _id } }) => type === 'newParticipant' && _id === body._id,
    );
    expect(chat.participants).toEqual(expect.arrayContaining([...participants, dan.name]));
    expect(chat.messages).toEqual(expect.any(Array));
  });
});
