import { isRefusedWith } from '../../shared/http/call-failure.ts';

/** Sends what needs a recent login; if it is refused for that, asks for one, and sends it again. */
export async function afterSigningInAgain<Outcome extends { readonly error?: unknown }>(
  reauthenticate: () => Promise<boolean>,
  send: () => PromiseLike<Outcome>,
): Promise<Outcome> {
  const outcome = await send();
  return isRefusedWith(outcome.error, 'reauth') && (await reauthenticate()) ? send() : outcome;
}
