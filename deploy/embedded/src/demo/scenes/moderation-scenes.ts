import type { MakeReport, ReportReason, Reported } from '@parlour/contracts/communities/reports';
import type { Cast } from '../commands.ts';
import { questions } from '../questions/questions.ts';
import type { Discussion } from './question-scenes.ts';

/** A report that waits: of a person, for operators; of a question, for who leads its community. */
export interface DemoReport {
  readonly by: string;
  readonly person?: string;
  /** The question's title. */
  readonly question?: string;
  readonly reason: ReportReason;
  readonly text: string;
  readonly ago: number;
}

export const reports: readonly DemoReport[] = [
  {
    by: 'Leila',
    person: 'Quick Deals',
    reason: 'spam',
    text: 'Follows everybody and has never asked or answered anything.',
    ago: 312,
  },
  {
    by: 'Peter',
    question: "The club boat's diesel starts, runs for ten minutes and dies. Where do I look first?",
    reason: 'offTopic',
    text: 'A question for the boatyard, perhaps? I do not mind either way.',
    ago: 201,
  },
];

/** Makes the reports, once everything that they are about is there. */
export async function report(cast: Cast, discussion: Discussion): Promise<void> {
  for (const { by, person, question, reason, text, ago } of reports) {
    const thing = { type: person === undefined ? 'question' : 'person', id: '' } as const;
    const id = person === undefined ? discussion.idOf(keyOf(question)) : cast.idOf(person);
    const { personId, communityId, placeId, version } = await described(cast, by, { ...thing, id });
    const request: MakeReport = { thing: { ...thing, id }, version, personId, communityId, placeId, reason, text };
    await cast.give(by, 'communities.report', request, { key: `report ${person ?? question}`, ago });
  }
}

function keyOf(title: string | undefined): string {
  const placed = questions.find(({ question }) => question.title === title);
  if (!placed) throw new Error(`No question is called ${title}.`);
  return placed.key;
}

async function described(cast: Cast, by: string, thing: MakeReport['thing']): Promise<Reported> {
  const name = thing.type === 'person' ? 'identity.getReported' : 'qa.getReported';
  const [found] = (await cast.read(by, name, { things: [{ ...thing, versions: [] }], granted: false })).things;
  if (!found) throw new Error(`${by} does not see what they report.`);
  return found;
}
