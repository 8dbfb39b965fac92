/** The result of one check of an instance, without secrets and addresses of clients. */
export interface DoctorFinding {
  /** The area and the name of the check, such as `folder.open`. */
  readonly id: string;
  readonly state: 'ok' | 'warning' | 'error';
  /** A sentence with the result and, unless all is well, what to do. */
  readonly text: string;
}
