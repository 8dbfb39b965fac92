import type { SharingCategory } from '../../../schema/vocabulary.ts';
import { SHARING_CATEGORIES } from '../../../schema/vocabulary.ts';

/** The player's choices. */
export interface CompanionSettings {
  /** Addresses of instances, without trailing slashes. No other address is ever requested. */
  readonly instances: readonly string[];
  /** Folders to search besides the usual ones. */
  readonly folders: readonly string[];
  /** Categories of records that name players, which are sent too. */
  readonly share: readonly SharingCategory[];
  /** Whether the player agreed to send records to these instances, and of these categories. */
  readonly sends: boolean;
  readonly installs: boolean;
}

export const DEFAULT_SETTINGS: CompanionSettings = {
  instances: [],
  folders: [],
  share: [],
  sends: false,
  installs: false,
};

const SETTINGS_LIST_MAX = 20;
const TEXT_CHARS_MAX = 1_000;

/**
 * Changes the settings. If more would be sent, or to another instance, than the player agreed to, sending stops until
 * the player agrees again.
 */
export function changeSettings(before: CompanionSettings, change: Partial<CompanionSettings>): CompanionSettings {
  const after = { ...before, ...change };
  const isWider =
    after.instances.some((one) => !before.instances.includes(one)) ||
    after.share.some((one) => !before.share.includes(one));
  const mayRun = after.instances.length > 0;
  return {
    ...after,
    sends: mayRun && (change.sends ?? (after.sends && !isWider)),
    installs: mayRun && after.installs,
  };
}

export function writeSettings(settings: CompanionSettings): string {
  return `${JSON.stringify({ format: 1, ...settings }, null, 2)}\n`;
}

/**
 * Reads stored settings. Damaged ones count as none, so that nothing is sent without the player's choice. `isInstance`
 * tells whether a text is an instance's address.
 */
export function readSettings(text: string | null, isInstance: (text: string) => boolean): CompanionSettings {
  let value: unknown = null;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    return DEFAULT_SETTINGS;
  }
  if (typeof value !== 'object' || value === null) return DEFAULT_SETTINGS;
  const { format, instances, folders, share, sends, installs } = value as Readonly<Record<string, unknown>>;
  if (format !== 1 || !isTextList(instances) || !isTextList(folders) || !isTextList(share)) return DEFAULT_SETTINGS;
  if (!instances.every(isInstance)) return DEFAULT_SETTINGS;
  return changeSettings(DEFAULT_SETTINGS, {
    instances,
    folders,
    share: SHARING_CATEGORIES.filter((category) => share.includes(category)),
    sends: sends === true,
    installs: installs === true,
  });
}

function isTextList(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= SETTINGS_LIST_MAX &&
    value.every((text) => typeof text === 'string' && text.length <= TEXT_CHARS_MAX)
  );
}
