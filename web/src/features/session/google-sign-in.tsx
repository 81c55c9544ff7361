import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useId } from 'react';
import { useLocation } from 'react-router';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { IconBrandGoogle } from '../../design/parts/look/icons.tsx';
import { googleAddress, googleFailure, rememberWantedOf, storeSignupCode } from './google-redirect.ts';
import { useGetProvidersQuery } from './session.api.ts';
import classes from './sign-in.module.css';

/** The Google button; disabled, with the reason, if the site has no Google sign-in. */
export function GoogleSignIn({ label, code }: { readonly label: string; readonly code?: string | undefined }) {
  const { data, isLoading } = useGetProvidersQuery();
  const reason = useId();
  const location = useLocation();
  const failure = googleFailure(location.search);
  const icon = <IconBrandGoogle size={18} aria-hidden />;
  return (
    <>
      {data?.google === true ? (
        <>
          <div className={classes.or} aria-hidden>
            or
          </div>
          <Button
            component="a"
            href={googleAddress}
            onClick={() => {
              storeSignupCode(code);
              rememberWantedOf(location.state);
            }}
            variant="default"
            fullWidth
            size="md"
            leftSection={icon}
          >
            {label}
          </Button>
        </>
      ) : (
        <div className={classes.without}>
          <Button variant="default" size="xs" disabled leftSection={icon} aria-describedby={reason}>
            {label}
          </Button>
          <span id={reason} className="soft">
            {isLoading ? '' : messages.googleUnavailable}
          </span>
        </div>
      )}
      {failure !== undefined && (
        <div className={classes.google}>
          <Failure title={failure} />
        </div>
      )}
    </>
  );
}
