import { messages } from '@parlour/contracts/messages';
import { Suspense } from 'react';
import { lazyExtra } from '../feedback/lazy-extra.ts';

// Few texts have one.
const NamedLink = lazyExtra(async () => (await import('./named-link.tsx')).NamedLink);

/** The error of a text with a faulty link, which it names. */
export function FaultyHyperlink({ text }: { readonly text: string }) {
  return (
    <>
      {messages.hyperlinkInvalid}
      <Suspense fallback={null}>
        <NamedLink text={text} />
      </Suspense>
    </>
  );
}
