import type { Reported, ReportWire } from '@parlour/contracts/communities/reports';
import { idOf } from './stand-ins.ts';

/** Of a reported answer. */
export const id = '01900000-0000-7000-8000-0000000000e1';
/** Of its report. */
export const reportId = '01900000-0000-7000-8000-0000000000e2';
/** Where it is. */
export const communityId = '01900000-0000-7000-8000-0000000000e3';
/** When everything happened. */
export const at = '2026-01-05T09:03:07.000Z';

/** The answer, as a report shows it. */
export const thing = {
  title: 'Why?',
  excerpt: 'So.',
  files: [],
  at,
  deleted: null,
  url: `/question/${id}`,
  before: null,
  reportedTexts: [{ title: '', excerpt: 'Buy.', files: [] }],
} as const;
/** The answer, as its service describes it. */
export const reported: Reported = {
  ...thing,
  personId: idOf('Bob'),
  communityId,
  placeId: id,
  removable: true,
  version: 2,
};
/** Its report, as communities answers it. */
export const report: ReportWire = {
  _id: reportId,
  type: 'answer',
  id,
  community: { _id: communityId, name: 'Sailors' },
  person: 'Bob',
  reports: [{ by: 'Cay', reason: 'spam', text: '', at }],
  reportCount: 1,
  versions: [1],
  earlier: [],
  earlierCount: 0,
  actions: ['dismiss', 'warn', 'ban', 'suspend'],
  resolved: null,
  thing: null,
};
