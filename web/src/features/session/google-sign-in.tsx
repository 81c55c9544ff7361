import { Button } from '@mantine/core';
import { IconBrandGoogle } from '@tabler/icons-react';
import type { ErrorCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { useId } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Failure } from '../../shared/parts/failure.tsx';
import { ownAddress, wantedOf } from '../../shared/text/safe-link.ts';
import { useGetProvidersQuery } from './session.api.ts';
import classes from './sign-in.module.css';

/** Where the way over Google begins. It leaves this page, and comes back to `wanted`, or to `/` with an error's code. */
export function googleAddress(wanted: string | undefined): string {
  return wanted === undefined ? '/auth/google' : `/auth/google?wanted=${encodeURIComponent(wanted)}`;
}

/** What is told of a way over Google that failed: there, or here. */
function returnedWith(code: string | null): string | undefined {
  if (code === null || code === '') return undefined;
  return code === ('google.refused' satisfies ErrorCode) ? messages.googleLoginFailed : messages.googleLoginError;
}

/** Google's button: disabled, with the reason, where the site has no Google sign-in. */
export function GoogleSignIn({ label }: { readonly label: string }) {
  const { data, isLoading } = useGetProvidersQuery();
  const reason = useId();
  const location = useLocation();
  const [parameters] = useSearchParams();
  const failure = returnedWith(parameters.get('error'));
  const icon = <IconBrandGoogle size={18} aria-hidden />;
  return (
    <>
      {data?.google === true ? (
        <Button
          component="a"
          href={googleAddress(ownAddress(wantedOf(location.state), window.location.origin))}
          variant="default"
          fullWidth
          size="md"
          leftSection={icon}
        >
          {label}
        </Button>
      ) : (
        <>
          <Button variant="default" fullWidth size="md" disabled leftSection={icon} aria-describedby={reason}>
            {label}
          </Button>
          <p id={reason} className={classes.reason}>
            {isLoading ? '' : messages.googleUnavailable}
          </p>
        </>
      )}
      {failure !== undefined && (
        <div className={classes.google}>
          <Failure title={failure} />
        </div>
      )}
    </>
  );
}
