import { addressOfFace } from './face-address.ts';

/** A picture over the letter that stands for somebody: what can't be loaded leaves the letter. */
export function Face({
  address,
  width = 320,
}: {
  readonly address: string | null | undefined;
  /** Of the preview that is shown; the picture itself, if it is smaller. */
  readonly width?: 320 | 1280;
}) {
  if (address === null || address === undefined) return null;
  return (
    <img
      // Another picture is not there before it has come.
      key={address}
      src={addressOfFace(address, width)}
      alt=""
      className="face"
      loading="lazy"
      decoding="async"
      onLoad={({ currentTarget }) => {
        currentTarget.dataset['there'] = '';
      }}
    />
  );
}
