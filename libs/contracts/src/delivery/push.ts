/** Gateway to browser: the site's public key, by which browsers subscribe; base64url. */
export interface PushKeyWire {
  readonly key: string;
}

/** Gateway to browser: whether the caller's session has a subscription. */
export interface PushWire {
  readonly on: boolean;
}

/** What is pushed, as the page's worker shows it. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Where a click leads, as the page's own link. */
  readonly path: string;
  /** Of two with the same one, the later replaces the earlier. */
  readonly tag: string;
}
