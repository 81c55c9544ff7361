/** Answers a media query with whether it holds. */
class Answered extends EventTarget implements MediaQueryList {
  readonly onchange = null;
  constructor(
    readonly media: string,
    readonly matches: boolean,
  ) {
    super();
  }
  addListener(): void {}
  removeListener(): void {}
}

/** What `matchMedia` answers on a tablet: the sidebar is closed, and there is no bar. */
export function asTablet(media: string): MediaQueryList {
  return new Answered(media, media.includes('max-width: 900px'));
}

/** What `matchMedia` answers in a window as narrow as a phone's. */
export function asPhone(media: string): MediaQueryList {
  return new Answered(media, media.includes('max-width'));
}
