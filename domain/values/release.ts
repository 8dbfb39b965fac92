/** The release of this program. */
export interface ProgramRelease {
  readonly version: string;
  /** The checked-out commit, or null if the program's folder is not a Git repository. */
  readonly commit: string | null;
}
