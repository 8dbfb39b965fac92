/** How readers reach the operator. */
export interface Contact {
  /** As it is shown: a mail address, or a URL. */
  readonly name: string;
  /** Where a link leads: `mailto:…`, or the URL. */
  readonly url: string;
}
