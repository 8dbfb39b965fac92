export interface Contact {
  /** The text to display, an email address or a URL. */
  readonly name: string;
  /** The link target: `mailto:…` or the URL. */
  readonly url: string;
}
