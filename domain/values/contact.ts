export interface Contact {
  /** The displayed text, which is an email address or a URL. */
  readonly name: string;
  /** Link target: `mailto:…`, or the URL. */
  readonly url: string;
}
