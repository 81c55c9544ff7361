import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { lengthOf } from '@parlour/contracts/checks';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import {
  checkCode,
  checkSiteDescription,
  checkSiteName,
  type SignUpMode,
  type SiteColour,
  siteLanguages,
  type SiteLimits,
  type SiteSettingsWire,
} from '@parlour/contracts/site';
import type { ChangeSite } from '@parlour/contracts/site.requests';
import { useState } from 'react';
import { DraftNote } from '../../design/parts/draft-note.tsx';
import { Failure } from '../../design/parts/failure.tsx';
import { Loading } from '../../design/parts/loading.tsx';
import { Radio } from '../../design/parts/radio.tsx';
import { copyText } from '../../design/parts/share.ts';
import { TimedNotice, useTimedNotice } from '../../design/parts/timed-notice.tsx';
import { useForm } from '../../design/parts/use-form.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { charactersLeft } from '../../shared/text/count.ts';
import { useChangeSiteMutation, useGetSiteQuery } from './admin.api.ts';
import classes from './admin.module.css';
import { invitationOf } from './invitation.ts';
import { languageName } from './language-name.ts';

const modes: readonly { readonly mode: SignUpMode; readonly label: string; readonly about: string }[] = [
  { mode: 'everyone', label: 'Everyone', about: 'Whoever can open this site can create an account.' },
  { mode: 'code', label: 'People with a code', about: 'You tell the code to those whom you invite.' },
  { mode: 'nobody', label: 'Nobody', about: 'People who have an account can still sign in.' },
];

const colours: readonly { readonly colour: SiteColour; readonly label: string }[] = [
  { colour: 'green', label: 'Green' },
  { colour: 'blue', label: 'Blue' },
  { colour: 'slate', label: 'Slate' },
];

const levels: readonly { readonly level: SiteLimits; readonly label: string; readonly about: string }[] = [
  { level: 'server', label: 'As the server is configured', about: 'Uses LIMITS from the server’s environment.' },
  { level: 'strict', label: 'Strict', about: 'For a site that strangers can reach.' },
  { level: 'generous', label: 'Generous', about: 'A thousand times higher, for people you trust.' },
];

type Values = Readonly<Record<keyof SiteSettingsWire, string>>;

/** Name, description, who may sign up, colour, language and limits. */
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
  return <SettingsForm site={data} />;
}

function SettingsForm({ site }: { readonly site: SiteSettingsWire }) {
  const [send] = useChangeSiteMutation();
  const notice = useTimedNotice();
  // The settings when the form opened: another operator may have changed them since then.
  const [before, setBefore] = useState(site);
  const form = useForm({
    initial: { ...before },
    draft: 'site',
    check: ({ name, description, signUp, code }) => ({
      name: checkSiteName(name.trim())?.text,
      description: checkSiteDescription(description.trim())?.text,
      code: signUp === 'code' && code.trim() === '' ? messages.siteCodeMissing : checkCode(code.trim())?.text,
    }),
    send: async (values, { key }) => {
      const { data, error } = await send({ ...changesOf(before, values), submissionKey: key });
      if (data) {
        setBefore(data);
        form.goOnWith({ ...data });
        notice.say('Settings saved.');
      } else notice.clear();
      return error;
    },
  });

  const { signUp, description, colour, language, limits: level } = form.values;
  return (
    <form {...form.form} aria-label="Site settings">
      <section className={classes.section} aria-labelledby="site-texts">
        <div>
          <h2 id="site-texts" className={classes.title}>
            Name and description
          </h2>
          <p className={classes.about}>
            Shown at the top of every page, on the sign-in page, and where the site is linked.
          </p>
        </div>
        <TextInput {...form.field('name')} label="Name" size="md" maxLength={limits.siteNameLength * 2} />
        <Textarea
          {...form.field('description')}
          label="Description"
          description={charactersLeft(limits.siteDescriptionLength - lengthOf(description.trim()))}
          placeholder="What your site is about, in a sentence"
          rows={2}
          size="md"
        />
      </section>
      <section className={classes.section} aria-labelledby="site-signup">
        <div>
          <h2 id="site-signup" className={classes.title}>
            Who may sign up
          </h2>
          <p className={classes.about}>Also applies to accounts that people create with Google.</p>
        </div>
        <Radio.Group
          aria-labelledby="site-signup"
          value={signUp}
          onChange={(mode) => {
            form.set('signUp', mode);
          }}
        >
          <div className={classes.modes}>
            {modes.map(({ mode, label, about }) => (
              <Radio key={mode} name="signUp" value={mode} label={label} description={about} size="md" />
            ))}
          </div>
        </Radio.Group>
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
      </section>
      <section className={classes.section} aria-labelledby="site-looks">
        <div>
          <h2 id="site-looks" className={classes.title}>
            Colour and language
          </h2>
          <p className={classes.about}>Open pages show them when they are loaded again.</p>
        </div>
        <Radio.Group label="Colour of buttons and links" value={colour} onChange={(next) => form.set('colour', next)}>
          <div className={classes.colours}>
            {colours.map(({ colour: each, label }) => (
              <Radio key={each} name="colour" value={each} label={<Swatch colour={each} label={label} />} size="md" />
            ))}
          </div>
        </Radio.Group>
        <label className={classes.choice}>
          Language of what people write
          <select value={language} onChange={({ currentTarget }) => form.set('language', currentTarget.value)}>
            {siteLanguages.map((tag) => (
              <option key={tag} value={tag}>
                {languageName(tag)}
              </option>
            ))}
          </select>
          <span className={classes.about}>
            Browsers and screen readers use it. Buttons and menus are in English. The search language is set on the
            server.
          </span>
        </label>
      </section>
      <section className={classes.section} aria-labelledby="site-limits">
        <div>
          <h2 id="site-limits" className={classes.title}>
            Limits
          </h2>
          <p className={classes.about}>How often people may post, sign in, search and so on.</p>
        </div>
        <Radio.Group aria-labelledby="site-limits" value={level} onChange={(next) => form.set('limits', next)}>
          <div className={classes.modes}>
            {levels.map(({ level: each, label, about }) => (
              <Radio key={each} name="limits" value={each} label={label} description={about} size="md" />
            ))}
          </div>
        </Radio.Group>
      </section>
      <DraftNote {...form.draft} />
      {form.failure !== undefined && (
        <Failure title="The settings could not be saved" detail={serverText(form.failure)} />
      )}
      <div className={classes.buttons}>
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
  const mode = modes.find((each) => each.mode === values.signUp)?.mode ?? before.signUp;
  const language = siteLanguages.find((tag) => tag === values.language) ?? before.language;
  const { colour } = colours.find((each) => each.colour === values.colour) ?? before;
  const level = levels.find((each) => each.level === values.limits)?.level ?? before.limits;
  return {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
    ...(mode !== before.signUp && { signUp: mode }),
    ...(language !== before.language && { language }),
    ...(colour !== before.colour && { colour }),
    ...(level !== before.limits && { limits: level }),
    ...(mode === 'code' && code !== before.code && { code }),
  };
}
