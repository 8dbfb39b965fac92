/** What a check of an instance found, without secrets and addresses of clients. */
export interface Finding {
  /** The area and the name of the finding, such as `folder.open`. */
  readonly id: string;
  readonly state: 'ok' | 'warning' | 'error';
  /** What was found and, unless all is well, what to do. */
  readonly text: string;
}
