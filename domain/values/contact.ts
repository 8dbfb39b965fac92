/** Contact details of the operator. */
export interface Contact {
  /** Displayed text: a mail address or a URL. */
  readonly name: string;
  /** Link target: `mailto:…`, or the URL. */
  readonly url: string;
}
