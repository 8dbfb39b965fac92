import type { Result } from '../values/result.ts';

export type OperatingSystem = 'linux' | 'mac' | 'windows';

/** Folders and files of a player's computer. The companion looks for games with it. */
export interface MachineFiles {
  /** Returns the names in a folder, or null if it is no folder or cannot be read. */
  list(folder: string): Promise<readonly string[] | null>;
  /** Returns the text of a small file, or null if there is none, or if it is longer than any file of settings. */
  read(file: string): Promise<string | null>;
  /** Joins the parts of a path as the system does. */
  join(...parts: readonly string[]): string;
  parentOf(path: string): string;
  /** Returns a path that is the same however the folder was reached, such as through a link or in other case. */
  identify(folder: string): Promise<string>;
}

/** The facts about a computer that decide where games may be. */
export interface Machine {
  readonly system: OperatingSystem;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Drives of Windows, such as `C:\`. */
  readonly drives: readonly string[];
  /** Folders of the game that Windows' registry names. */
  readonly registered: readonly string[];
}

/** An entry that makes the system start a program when the player logs in. */
export type AutostartEntry =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'registry'; readonly key: string; readonly name: string; readonly value: string };

/** The companion's own files, and the system's services that it uses. Failures are short codes, such as ENOSPC. */
export interface CompanionHost {
  readSettings(): Promise<string | null>;
  /** Replaces the stored settings atomically, so that a crash leaves either the old or the new ones. */
  writeSettings(text: string): Promise<Result<void, string>>;
  /** Adds or removes an entry for the start of the computer. */
  setAutostart(entry: AutostartEntry, on: boolean): Promise<Result<void, string>>;
  hasAutostart(entry: AutostartEntry): Promise<boolean>;
  /**
   * Creates the folder of addons, which a client creates when it runs for the first time, and removes what an
   * interrupted installation of this addon left there.
   */
  prepareAddons(addonsFolder: string, addon: string): Promise<Result<void, string>>;
  /** Returns the version of an installed addon, null if it is not installed, or `link` if its folder is a link. */
  readAddonVersion(addonsFolder: string, addon: string): Promise<string | null>;
}
