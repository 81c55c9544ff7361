import { describe, expect, test } from '@jest/globals';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { ReportMade, ReportResolved } from '@parlour/contracts/communities/reports';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { type CloseCase, type FileReport, reportDecider } from './report.decider.ts';

const about = {
  thing: { type: 'answer', id: 'a1' },
  placeId: 'q1',
  personId: 'ben',
  communityId: 'c1',
} as const;
const ofAnn: FileReport = {
  type: 'FileReport',
  ...about,
  version: 2,
  reportId: 'r1',
  by: 'ann',
  reason: 'spam',
  text: ' Links ',
  openReports: 0,
};
const made = (reportId: string, by: string, caseId = 'r1'): ReportMade => ({
  type: 'ReportMade',
  data: { ...about, reportId, caseId, version: 2, by, reason: 'spam', text: 'Links' },
});
const close: CloseCase = {
  type: 'CloseCase',
  caseId: 'r1',
  by: 'mia',
  as: 'moderator',
  action: 'warn',
  text: ' Stop ',
};
const resolved: ReportResolved = {
  type: 'ReportResolved',
  data: { ...about, caseId: 'r1', by: 'mia', action: 'warn', text: 'Stop', reporters: ['ann', 'cay'] },
};

function decide(command: FileReport | CloseCase, ...events: readonly (ReportMade | ReportResolved)[]) {
  return reportDecider.decide(command, fold(reportDecider, events));
}

describe('[BM-21, M-19] a report', () => {
  test('is made, and joins those of others that are open', () => {
    expect(decide(ofAnn)).toEqual([made('r1', 'ann')]);
    const ofCay = { ...ofAnn, reportId: 'r2', by: 'cay' };
    expect(decide(ofCay, made('r1', 'ann'))).toEqual([made('r2', 'cay')]);
    expect(decide(ofCay, made('r1', 'ann'), resolved)).toEqual([made('r2', 'cay', 'r2')]);
  });

  test('is one for each person while it is open, also for those with too many', () => {
    const again = { ...ofAnn, reportId: 'r2', openReports: limits.openReports };
    expect(decide(again, made('r1', 'ann'))).toEqual([]);
    expect(() => decide({ ...again, by: 'cay' }, made('r1', 'ann'))).toThrow(messages.reportsFull);
    expect(decide({ ...ofAnn, reportId: 'r2' }, made('r1', 'ann'), resolved)).toEqual([made('r2', 'ann', 'r2')]);
  });

  test('is never of oneself or what is one’s own', () => {
    expect(() => decide({ ...ofAnn, by: 'ben' })).toThrow(messages.reportOwn);
  });

  test('has a text where no reason fits, and not too long a one', () => {
    expect(decide({ ...ofAnn, text: '' })).toHaveLength(1);
    expect(() => decide({ ...ofAnn, reason: 'other', text: ' ' })).toThrow(messages.reportTextMissing);
    const long = 'x'.repeat(limits.reportTextLength + 1);
    expect(() => decide({ ...ofAnn, text: long })).toThrow(messages.reportTextTooLong);
  });
});

describe('[BM-23, M-21] resolving', () => {
  const open = [made('r1', 'ann'), made('r2', 'cay')];

  test('is always possible, and loads the reports that are open', () => {
    given(reportDecider, open).whenFull(close).then(resolved);
    expect(given(reportDecider, [...open, resolved, made('r3', 'ann', 'r3')]).loaded).toBe(2);
  });

  test('resolves all open reports of the thing', () => {
    expect(decide(close, ...open)).toEqual([resolved]);
  });

  test('is done once: whoever comes second is told', () => {
    const second = { ...close, by: 'olga', as: 'operator' } as const;
    expect(() => decide(second, ...open, resolved)).toThrow(messages.reportResolved);
    expect(() => decide(second, ...open, resolved, made('r3', 'ann', 'r3'))).toThrow(messages.reportResolved);
  });

  test('is unknown to others, and to whoever it is about', () => {
    expect(() => decide({ ...close, as: null }, ...open)).toThrow(messages.reportUnknown);
    expect(() => decide({ ...close, as: null }, ...open, resolved)).toThrow(messages.reportUnknown);
    expect(() => decide({ ...close, by: 'ben' }, ...open)).toThrow(messages.reportUnknown);
  });

  test('needs a reason where others read one', () => {
    expect(() => decide({ ...close, text: ' ' }, ...open)).toThrow(messages.deleteReasonMissing);
    expect(() => decide({ ...close, action: 'remove', text: '' }, ...open)).toThrow(messages.deleteReasonMissing);
    expect(decide({ ...close, action: 'dismiss', text: '' }, ...open)).toMatchObject([{ data: { text: null } }]);
  });

  test('moderators suspend nobody, and nobody is banned from no community', () => {
    expect(() => decide({ ...close, action: 'suspend' }, ...open)).toThrow(messages.reportActionInvalid);
    expect(decide({ ...close, as: 'operator', action: 'suspend' }, ...open)).toHaveLength(1);
    const outside = { ...made('r1', 'ann').data, communityId: null };
    expect(() => decide({ ...close, action: 'ban' }, { type: 'ReportMade', data: outside })).toThrow(
      messages.reportActionInvalid,
    );
  });
});
