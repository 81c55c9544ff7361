import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { checkFileLimit, type FileLimit, fileLimitNames } from '@parlour/contracts/files/file-limits';
import { approvalLimits, checkQuestion } from '@parlour/contracts/identity/approval';
import { lengthOf } from '@parlour/contracts/text/checks';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import {
  checkCode,
  checkSiteContact,
  checkSiteDescription,
  checkSiteName,
  type SignUpMode,
  type SiteColour,
  type SiteInviters,
  siteInviters,
  siteLanguages,
  type SiteLimits,
  type SitePicture,
  type SiteSettingsWire,
} from '@parlour/contracts/site';
import type { ChangeSite } from '@parlour/contracts/site.requests';
import { useState } from 'react';
import { DraftNote } from '../../design/parts/draft/draft-note.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { Radio } from '../../design/parts/form/radio.tsx';
import { copyText } from '../../design/parts/page/share.ts';
import { TimedNotice, useTimedNotice } from '../../design/parts/feedback/timed-notice.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { Section } from '../../design/patterns/section.tsx';
import { useGetFileLimitsQuery } from '../../shared/files.api.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { charactersLeft } from '../../shared/text/count.ts';
import { useChangeSiteMutation, useGetSiteQuery } from './admin.api.ts';
import classes from './admin.module.css';
import { invitationOf } from './invitation.ts';
import { languageName } from './language-name.ts';
import { SitePictures } from './site-pictures.tsx';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly about: string;
}

const modes: readonly Choice<SignUpMode>[] = [
  { value: 'everyone', label: 'Everyone', about: 'Anyone who can open this site can create an account.' },
  { value: 'code', label: 'People with a code', about: 'Share the code with the people you invite.' },
  {
    value: 'approval',
    label: 'People whom you approve',
    about: 'New accounts wait until an operator lets them in. Whoever has an invitation link does not wait.',
  },
  { value: 'nobody', label: 'Nobody', about: 'People who have an account can still sign in.' },
];

const inviters: readonly Choice<SiteInviters>[] = [
  { value: 'operators', label: 'Operators', about: 'Under Invitations, above.' },
  { value: 'everyone', label: 'Everyone', about: 'Each invitation admits up to ten people.' },
];

const colours: readonly { readonly colour: SiteColour; readonly label: string }[] = [
  { colour: 'green', label: 'Green' },
  { colour: 'blue', label: 'Blue' },
  { colour: 'slate', label: 'Slate' },
];

const levels: readonly Choice<SiteLimits>[] = [
  { value: 'server', label: 'As set on the server', about: 'Whoever installed this site chose them.' },
  { value: 'strict', label: 'Strict', about: 'For a site that strangers can reach.' },
  { value: 'generous', label: 'Generous', about: 'A thousand times higher, for people you trust.' },
];

const fileLimits: Readonly<Record<FileLimit, string>> = {
  imageMegabytes: 'Size of a picture, in MB',
  imageMegapixels: 'Pixels of a picture, in millions',
  fileMegabytes: 'Size of another file, in MB',
  filesPerPost: 'Files in a post',
  personMegabytes: 'All files of a person, in MB',
};

type Values = Readonly<Record<Exclude<keyof SiteSettingsWire, SitePicture | 'files'> | FileLimit, string>>;

/** What the form changes. */
function valuesOf({ logo: _, logoDark: __, icon: ___, files, ...values }: SiteSettingsWire): Values {
  return { ...values, ...eachLimit((limit) => String(files[limit])) };
}

function eachLimit<Value>(valueOf: (limit: FileLimit) => Value): Readonly<Record<FileLimit, Value>> {
  const entries = fileLimitNames.map((limit) => [limit, valueOf(limit)] as const);
  return Object.fromEntries(entries) as Readonly<Record<FileLimit, Value>>; // of all their names
}

/** Name, description, who may sign up, colour, language and limits; logo and icon. */
export function SiteSettings() {
  const { data, error, refetch } = useGetSiteQuery();
  if (error !== undefined && !data) {
    return <Failure title="The settings could not be loaded" detail={serverText(error)} onRetry={() => refetch()} />;
  }
  if (!data)
    return (
      <Loading label="Loading the settings">
        <Skeleton height={320} />
      </Loading>
    );
  return (
    <>
      <SettingsForm site={data} />
      <SitePictures site={data} />
    </>
  );
}

function SettingsForm({ site }: { readonly site: SiteSettingsWire }) {
  const [send] = useChangeSiteMutation();
  const notice = useTimedNotice();
  const { data: takesFiles } = useGetFileLimitsQuery();
  // The settings when the form opened: another operator may have changed them since then.
  const [before, setBefore] = useState(site);
  const form = useForm({
    initial: valuesOf(before),
    draft: 'site',
    check: ({ name, description, contact, question: asked, signUp, code, ...values }) => ({
      name: checkSiteName(name.trim())?.text,
      description: checkSiteDescription(description.trim())?.text,
      contact: checkSiteContact(contact.trim())?.text,
      question: signUp === 'approval' ? checkQuestion(asked.trim())?.text : undefined,
      code: signUp === 'code' && code.trim() === '' ? messages.siteCodeMissing : checkCode(code.trim())?.text,
      ...eachLimit((limit) => checkFileLimit(limit, Number(values[limit]))?.text),
    }),
    send: async (values, { key }) => {
      const { data, error } = await send({ ...changesOf(before, values), submissionKey: key });
      if (data) {
        setBefore(data);
        form.goOnWith(valuesOf(data));
        notice.say('Settings saved.');
      } else notice.clear();
      return error;
    },
  });

  const { signUp, description, question, colour, language, limits: level, inviters: who } = form.values;
  return (
    <form {...form.form} className="stack" aria-label="Site settings">
      <Section
        id="site-texts"
        title="Name, description and contact"
        about="Shown at the top of every page, on the sign-in page, and where the site is linked."
      >
        <TextInput {...form.field('name')} label="Name" size="md" maxLength={limits.siteNameLength * 2} />
        <Textarea
          {...form.field('description')}
          label="Description"
          description={charactersLeft(limits.siteDescriptionLength - lengthOf(description.trim()))}
          placeholder="What your site is about, in a sentence"
          rows={2}
          size="md"
        />
        <TextInput
          {...form.field('contact')}
          label="Contact"
          description="Who helps people that can’t sign in. The sign-in page shows it to everybody."
          placeholder="A name, a room, an e-mail address"
          size="md"
          maxLength={limits.siteContactLength * 2}
        />
      </Section>
      <Section
        id="site-signup"
        title="Who may sign up"
        about="Also applies to accounts that people create with Google."
      >
        <Choices name="signUp" of="site-signup" choices={modes} value={signUp} onChoose={form.set} />
        {signUp === 'code' && (
          <TextInput
            {...form.field('code')}
            label="Code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.signupCodeLength}
            size="md"
          />
        )}
        {signUp === 'approval' && (
          <Textarea
            {...form.field('question')}
            label="Question (optional)"
            description={charactersLeft(approvalLimits.questionLength - lengthOf(question.trim()))}
            placeholder="Who are you, and what brings you here?"
            rows={3}
            size="md"
          />
        )}
      </Section>
      <Section
        id="site-inviters"
        title="Who may invite people"
        about="By links that also work while nobody else can sign up."
      >
        <Choices name="inviters" of="site-inviters" choices={inviters} value={who} onChoose={form.set} />
      </Section>
      <Section id="site-looks" title="Colour and language" about="Takes effect when a page is reloaded.">
        <Radio.Group label="Colour of buttons and links" value={colour} onChange={(next) => form.set('colour', next)}>
          <div className={classes.colours}>
            {colours.map(({ colour: each, label }) => (
              <Radio key={each} name="colour" value={each} label={<Swatch colour={each} label={label} />} size="md" />
            ))}
          </div>
        </Radio.Group>
        <LanguageChoice value={language} onChoose={(next) => form.set('language', next)} />
      </Section>
      <Section id="site-limits" title="Limits" about="How often people may post, sign in, search and so on.">
        <Choices name="limits" of="site-limits" choices={levels} value={level} onChoose={form.set} />
      </Section>
      {takesFiles && (
        <Section
          id="site-files"
          title="Files"
          about="How much people may upload. What is there already stays. Open pages know it once they are reloaded."
        >
          {fileLimitNames.map((limit) => (
            <TextInput key={limit} {...form.field(limit)} label={fileLimits[limit]} inputMode="numeric" size="md" />
          ))}
        </Section>
      )}
      <DraftNote {...form.draft} />
      {form.failure !== undefined && (
        <Failure title="The settings could not be saved" detail={serverText(form.failure)} />
      )}
      <div className={classes.buttons} data-changed={form.isChanged}>
        <Button type="submit" loading={form.pending}>
          Save
        </Button>
        {site.signUp !== 'nobody' && (
          <Button variant="default" onClick={() => void copyText(invitationOf(site), 'Invitation copied.')}>
            Copy an invitation
          </Button>
        )}
        <TimedNotice text={notice.text} />
      </div>
    </form>
  );
}

function LanguageChoice({
  value,
  onChoose,
}: {
  readonly value: string;
  readonly onChoose: (language: string) => void;
}) {
  return (
    <label className={classes.choice}>
      Main language of posts
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {siteLanguages.map((tag) => (
          <option key={tag} value={tag}>
            {languageName(tag)}
          </option>
        ))}
      </select>
      <span className={classes.about}>
        Helps browsers and screen readers. Buttons and menus are in English. The search language is set on the server.
      </span>
    </label>
  );
}

function Choices<Name extends string>({
  name,
  of,
  choices,
  value,
  onChoose,
}: {
  readonly name: Name;
  /** The heading of the section. */
  readonly of: string;
  readonly choices: readonly Choice<string>[];
  readonly value: string;
  readonly onChoose: (name: Name, value: string) => void;
}) {
  return (
    <Radio.Group aria-labelledby={of} value={value} onChange={(chosen) => onChoose(name, chosen)}>
      <div className={classes.modes}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            name={name}
            value={choice.value}
            label={choice.label}
            description={choice.about}
            size="md"
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function Swatch({ colour, label }: { readonly colour: SiteColour; readonly label: string }) {
  return (
    <span className={classes.swatch}>
      <span aria-hidden data-accent={colour} />
      {label}
    </span>
  );
}

/** Only what differs, so that two operators do not undo each other's changes. */
function changesOf(before: SiteSettingsWire, values: Values): ChangeSite {
  const [name, description, code] = [values.name.trim(), values.description.trim(), values.code.trim()];
  const [contact, question] = [values.contact.trim(), values.question.trim()];
  const mode = modes.find(({ value }) => value === values.signUp)?.value ?? before.signUp;
  const language = siteLanguages.find((tag) => tag === values.language) ?? before.language;
  const { colour } = colours.find((each) => each.colour === values.colour) ?? before;
  const files = Object.entries(eachLimit((limit) => Number(values[limit]))).filter(
    ([limit, value]) => value !== before.files[limit as FileLimit], // of its names
  );
  const level = levels.find(({ value }) => value === values.limits)?.value ?? before.limits;
  const who = siteInviters.find((each) => each === values.inviters) ?? before.inviters;
  return {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
    ...(contact !== before.contact && { contact }),
    ...(mode !== before.signUp && { signUp: mode }),
    ...(language !== before.language && { language }),
    ...(colour !== before.colour && { colour }),
    ...(level !== before.limits && { limits: level }),
    ...(files.length > 0 && { files: Object.fromEntries(files) }),
    ...(who !== before.inviters && { inviters: who }),
    ...(mode === 'approval' && question !== before.question && { question }),
    ...(mode === 'code' && code !== before.code && { code }),
  };
}
