import { describe, expect, test } from '@jest/globals';
import { usualFileLimits } from '@parlour/contracts/files/file-limits';
import { approvalTexts } from '@parlour/contracts/identity/approval';
import { messages } from '@parlour/contracts/messages';
import { contactFaults, type SiteChanged } from '@parlour/contracts/site';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { type ChangeSettings, siteDecider } from './site.decider.ts';

const open = { signUp: 'everyone', code: '' } as const;
const change = (changes: Partial<ChangeSettings>): ChangeSettings => ({
  type: 'ChangeSettings',
  current: open,
  ...changes,
});
const changed = (data: SiteChanged['data']): SiteChanged => ({ type: 'SiteChanged', data });

describe('[O-6] the settings of a site', () => {
  test('change one by one, trimmed; what stays is in no event', () => {
    given(siteDecider)
      .when(change({ name: ' Harbour club ' }))
      .then(changed({ name: 'Harbour club' }));
    const named = changed({ name: 'Harbour club', description: 'Knots' });
    given(siteDecider, [named])
      .when(change({ name: 'Harbour club', description: '' }))
      .then(changed({ description: '' }));
    given(siteDecider, [named])
      .when(change({ name: 'Harbour club' }))
      .thenNothing();
    given(siteDecider).when(change({})).thenNothing();
    expect(fold(siteDecider, [named, changed({ signUp: 'nobody', codeChanged: true })])).toEqual({
      name: 'Harbour club',
      description: 'Knots',
      signUp: 'nobody',
    });
  });

  test('[BM-31] language, colour and limits change too; a default is no change', () => {
    given(siteDecider)
      .when(change({ language: 'de', colour: 'blue', limits: 'strict' }))
      .then(changed({ language: 'de', colour: 'blue', limits: 'strict' }));
    given(siteDecider)
      .when(change({ language: '', colour: 'green', limits: 'server' }))
      .thenNothing();
    given(siteDecider, [changed({ colour: 'slate', limits: 'generous' })])
      .when(change({ colour: 'green', limits: 'generous' }))
      .then(changed({ colour: 'green' }));
  });

  test('[FI-3] limits of files change one by one, within bounds', () => {
    given(siteDecider)
      .when(change({ files: { imageMegabytes: 50, filesPerPost: usualFileLimits.filesPerPost } }))
      .then(changed({ files: { imageMegabytes: 50 } }));
    const history = [
      changed({ files: { imageMegabytes: 50, fileMegabytes: 30 } }),
      changed({ files: { fileMegabytes: 5 } }),
    ];
    given(siteDecider, history)
      .when(change({ files: { imageMegabytes: 50, fileMegabytes: 30 } }))
      .then(changed({ files: { fileMegabytes: 30 } }));
    for (const imageMegabytes of [0, 51, 1.5]) {
      given(siteDecider, history)
        .when(change({ files: { imageMegabytes } }))
        .thenRefused('site.files', 'Choose a whole number from 1 to 50');
    }
  });

  test.each([
    ['', messages.siteNameEmpty],
    [' \u3164 ', messages.siteNameEmpty],
    ['x'.repeat(41), messages.siteNameTooLong],
    ['a\u200bb', messages.siteNameHidden],
    ['a\nb', messages.siteNameHidden],
    ['a  b', messages.siteNameHidden],
  ])('refuse the name %j', (name, text) => {
    given(siteDecider).when(change({ name })).thenRefused('site.name', text);
  });

  test('refuse a description that is too long or hides something, and take forty and two hundred letters', () => {
    given(siteDecider)
      .when(change({ description: 'ä'.repeat(201) }))
      .thenRefused('site.description', messages.siteDescriptionTooLong);
    given(siteDecider)
      .when(change({ description: 'a\nb' }))
      .thenRefused('site.description', messages.siteDescriptionHidden);
    const [name, description] = ['🂡'.repeat(40), 'ä'.repeat(200)];
    given(siteDecider).when(change({ name, description })).then(changed({ name, description }));
  });

  test('[S-20] take a contact, and refuse one that is too long or hides something', () => {
    given(siteDecider)
      .when(change({ contact: ' Ms Lee, room 12 ' }))
      .then(changed({ contact: 'Ms Lee, room 12' }));
    given(siteDecider)
      .when(change({ contact: '' }))
      .thenNothing();
    given(siteDecider)
      .when(change({ contact: 'ä'.repeat(101) }))
      .thenRefused('site.contact', contactFaults.tooLong);
    given(siteDecider)
      .when(change({ contact: 'a\nb' }))
      .thenRefused('site.contact', contactFaults.hidden);
  });

  test('[IN-3] take a question of five hundred letters, in several lines', () => {
    const question = `${'ä'.repeat(249)}\n${'ä'.repeat(250)}`;
    given(siteDecider)
      .when(change({ signUp: 'approval', question: ` ${question} ` }))
      .then(changed({ signUp: 'approval', question }));
    given(siteDecider, [changed({ question })])
      .when(change({ question }))
      .thenNothing();
    given(siteDecider)
      .when(change({ question: 'ä'.repeat(501) }))
      .thenRefused('site.question', approvalTexts.question);
  });

  test('have a code wherever one is needed, which is in no event', () => {
    given(siteDecider)
      .when(change({ signUp: 'code' }))
      .thenRefused('site.code', messages.siteCodeMissing);
    given(siteDecider)
      .when(change({ signUp: 'code', code: ' Kartenhaus ' }))
      .then(changed({ signUp: 'code', codeChanged: true }));
    // The code of the environment.
    const asked = { signUp: 'code', code: 'Kartenhaus' } as const;
    given(siteDecider)
      .when(change({ current: asked, signUp: 'code' }))
      .then(changed({ signUp: 'code' }));
    given(siteDecider)
      .when(change({ current: asked, code: '' }))
      .thenRefused('site.code', messages.siteCodeMissing);
    given(siteDecider)
      .when(change({ current: asked, code: 'x'.repeat(201) }))
      .thenRefused('site.code', messages.siteCodeTooLong);
    given(siteDecider)
      .when(change({ current: asked, code: 'Kartenhaus' }))
      .thenNothing();
  });
});
