import { admitted } from '@parlour/contracts/identity/approval';
import type { AllServices, Person } from '../all-services.ts';
import type { Place } from '../whole-site.ts';
import type { KeptIds } from './kept-ids.ts';

/** When the polls that are open close: after this data is of use. */
const farAway = '2999-12-31T00:00:00.000Z';

/**
 * Has polls that are open stay so: nobody may create one for longer than 100 days. The site must
 * not be running.
 */
export async function keepPollsOpen(place: Place): Promise<void> {
  await place.sql(
    'communities',
    `update events set data = jsonb_set(data, '{expiresAt}', to_jsonb($1::text))
      where type = 'PollCreated' and (data ->> 'expiresAt')::timestamptz > now()`,
    [farAway],
  );
  await place.sql('communities', 'update polls set expires_at = $1::timestamptz where expires_at > now()', [farAway]);
}

/** Longer ago than a removed poll can be restored. */
const longRemoved = '2026-01-05T09:03:07.000Z';

/** The question of a poll that is removed, and whose texts are erased at the next start. */
const erasedPoll = 'A blanked poll';

/** Has the poll be erased that changes removed. The site must not be running. */
export async function agePoll(place: Place): Promise<void> {
  const polls = `select id from polls where question_text = $1`;
  await place.sql(
    'communities',
    `update events set data = jsonb_set(data, '{deletedAt}', to_jsonb($2::text))
      where type = 'PostDeleted' and data ->> 'pollId' in (${polls})`,
    [erasedPoll, longRemoved],
  );
  await place.sql('communities', `update polls set deleted_at = $2 where id in (${polls})`, [erasedPoll, longRemoved]);
}

/** Who changes what is there. Ann operates the site, and owns the first community. */
type Cast = Readonly<Record<'ann' | 'bob' | 'cyd' | 'dora' | 'gina', Person>>;

/**
 * Changes what a site has: texts, places and roles, mostly back and forth. Returns the ids of texts
 * to blank.
 */
export async function changeSite(as: AllServices['as'], cast: Cast, ids: KeptIds): Promise<readonly string[]> {
  await changePosts(as, cast, ids);
  await changeMessages(as, cast, ids);
  await changePeople(as, cast);
  await changePolls(as, cast, ids);
  return decideReports(as, cast, ids);
}

async function changePosts(as: AllServices['as'], { ann, dora }: Cast, { questions }: KeptIds): Promise<void> {
  const [open, , unanswered] = questions as readonly [string, string, string];
  const { answers, comments } = await as(ann, 'qa.getQuestionById', { id: open });
  const [aid, cid] = [answers[0]!._id, comments[0]!._id]; // of Bob and of Ann
  for (const accepted of [aid, null]) await as(ann, 'qa.acceptAnswer', { qid: open, aid: accepted });
  const ofDora = answers.find(({ ansBy }) => ansBy === 'Dora')!;
  await as(dora, 'qa.editAnswer', { aid: ofDora._id, text: 'It depends on the pot.', version: 1 });
  await as(ann, 'qa.editComment', { cid, text: 'Black tea, of course.', version: 1 });
  const tags = [{ name: 'tea', description: '' }];
  const edited = { qid: unanswered, title: 'Milk first, or last?', text: 'Well?', tags, version: 1 };
  await as(dora, 'qa.editQuestion', edited);
  await as(dora, 'qa.deleteQuestion', { qid: unanswered });
  await as(dora, 'qa.restoreQuestion', { qid: unanswered });
  await as(dora, 'qa.deleteAnswer', { aid: ofDora._id });
  await as(dora, 'qa.restoreAnswer', { aid: ofDora._id });
  for (const name of ['qa.deleteComment', 'qa.restoreComment'] as const) await as(ann, name, { cid });
  await as(ann, 'qa.describeTag', { tag: 'tea', text: 'Leaves in hot water.', version: 1 });
  // In a community of Ann's.
  const baking = questions.at(-2)!;
  await as(ann, 'qa.deleteQuestion', { qid: baking, reason: 'Not about bread' });
  await as(ann, 'qa.restoreQuestion', { qid: baking });
}

async function changeMessages(as: AllServices['as'], { ann, bob, gina }: Cast, { chats }: KeptIds): Promise<void> {
  const { _id: mid } = await as(ann, 'messaging.addMessage', { msg: 'Good evening' });
  await as(ann, 'messaging.editMessage', { mid, msg: 'Good morning', version: 1 });
  await as(ann, 'messaging.deleteMessage', { mid, reason: '' });
  await as(ann, 'messaging.restoreMessage', { mid });
  const group = chats[1]!; // of three
  await as(bob, 'messaging.rename', { chatId: group, name: 'Tea at four' });
  await as(ann, 'messaging.mute', { chatId: group, muted: true });
  await as(gina, 'messaging.leave', { chatId: group });
}

async function changePeople(as: AllServices['as'], { ann, bob, cyd, dora }: Cast): Promise<void> {
  await as(ann, 'identity.changeSite', { description: 'Tea and games' });
  await admit(as, ann);
  await as(ann, 'identity.makeOperator', { username: 'Bob' });
  await as(ann, 'identity.removeOperator', { username: 'Bob' });
  await as(ann, 'identity.rename', { username: 'Emil', name: 'Emilio', reason: 'He asked for it' });
  await as(ann, 'identity.rename', { username: 'Emilio', name: 'Emil', reason: '' });
  for (const username of ['Emil', 'Cyd']) await as(dora, 'identity.block', { username });
  await as(dora, 'identity.unblock', { username: 'Cyd' });
  await as(ann, 'identity.setEmail', { email: 'ann@example.org' });
  const toAnn = { kind: 'confirm', userId: ann.actor.id, emailId: null } as const;
  const { mail } = await as(null, 'identity.addressMail', toAnn);
  await as(null, 'identity.confirmEmail', { token: mail!.token! }); // of a link to confirm
  await as(null, 'identity.forgotPassword', { name: 'Ann' });
  const { rows } = await as(bob, 'notifications.getNotifications', { limit: 30 });
  await as(bob, 'notifications.view', { id: rows[0]!._id });
  for (const name of ['notifications.deleteAll', 'notifications.restore'] as const) await as(bob, name, {});
  await as(cyd, 'notifications.readAll', {});
}

/** By an invitation, or not after waiting for approval. Nobody of them stays. */
async function admit(as: AllServices['as'], ann: Person): Promise<void> {
  const account = { password: 'the word of Hugo', address: '192.0.2.7', userAgent: 'a browser' };
  const wanted = { expiresAt: null, uses: 1, communityIds: [], note: 'For Hugo' };
  const { code: invitation } = await as(ann, 'identity.createInvitation', wanted);
  const { user, ...hugo } = admitted(await as(null, 'identity.signup', { username: 'Hugo', ...account, invitation }));
  await as({ actor: { id: user._id, name: 'Hugo' }, ...hugo }, 'identity.deleteUser', {});
  await as(ann, 'identity.revokeInvitation', { code: invitation });
  await as(ann, 'identity.changeSite', { signUp: 'approval', question: 'Tea or coffee?' });
  await as(null, 'identity.signup', { username: 'Ida', ...account, answer: 'Cocoa' });
  const { rows } = await as(ann, 'identity.getWaiting', { limit: 1 });
  await as(ann, 'identity.decline', { userId: rows[0]!._id });
  await as(ann, 'identity.changeSite', { signUp: 'everyone' });
}

async function changePolls(as: AllServices['as'], { ann, dora }: Cast, { communities }: KeptIds): Promise<void> {
  const [bakers, , , , attic] = communities as readonly [string, string, string, string, string];
  const description = 'Bread, and what goes with it';
  await as(ann, 'communities.edit', { communityId: bakers, name: 'Bakers', description });
  for (const username of ['Bob', '']) await as(ann, 'communities.offerOwnership', { communityId: bakers, username });
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const asked = { communityId: attic, questionText: 'What?', options: ['This', 'That'], expiresAt };
  const { _id: pollId } = await as(dora, 'communities.addPoll', asked);
  await as(dora, 'communities.editPoll', { pollId, questionText: 'Which?', options: ['This', 'That', 'Both'] });
  for (const name of ['communities.deletePoll', 'communities.restorePoll'] as const) await as(dora, name, { pollId });
  const { _id: erased } = await as(dora, 'communities.addPoll', { ...asked, questionText: erasedPoll });
  await as(dora, 'communities.deletePoll', { pollId: erased });
}

/** The ids of reports whose texts are to be blanked. */
async function decideReports(
  as: AllServices['as'],
  { ann, bob, cyd, dora }: Cast,
  { questions, communities }: KeptIds,
): Promise<readonly string[]> {
  const report = (by: Person, id: string, communityId: string | null, personId: string) => {
    const about = { thing: { type: 'question', id }, version: 1, placeId: id, personId, communityId } as const;
    return as(by, 'communities.report', { ...about, reason: 'other', text: 'A blanked report' });
  };
  const { _id: first } = await report(cyd, questions.at(-2)!, communities[0]!, bob.actor.id);
  await as(ann, 'communities.resolveReport', { reportId: first, action: 'warn', text: 'Bread, please' });
  const { _id: second } = await report(cyd, questions[2]!, null, dora.actor.id);
  return [first, second];
}
