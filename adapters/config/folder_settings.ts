import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { GAMES, type Game } from '../../schema/vocabulary.ts';
import { type Env, type FolderSettings, readConfig, readVariable } from '../config.ts';
import { type DataDir, SETTINGS_FILE, WrongDataDir } from '../data_folder/data_dir.ts';
import { replaceSyncedFile } from '../data_folder/synced_files.ts';
import { MISSING_CODES, parseJson, readIfExistsSync } from '../read_if_exists.ts';
import { FOLDER_VARIABLES } from './variables.ts';

/**
 * The settings on which public data depend belong to the data folder (contract, section 7, Settings of the folder): each
 * start of the instance writes them to a file, and commands use them, because a shell rarely has the environment of the
 * instance. A command gets them only from here.
 */

/** Values as an environment would have them, keyed by variable. Null if a variable without a default is not set. */
type SettingTexts = Readonly<Record<string, string | null>>;

interface StoredSettings {
  /** The release that wrote them. */
  readonly release: string;
  readonly settings: SettingTexts;
}

type SettingsFolder = Pick<DataDir, 'settings' | 'requireSame'>;

const FOLDER_SETTINGS = Object.entries(FOLDER_VARIABLES) as readonly (readonly [
  keyof FolderSettings,
  { readonly name: string; readonly fallback: string | null },
])[];

/**
 * Writes the settings of an instance that starts, unless the file has exactly these. Returns the names of the variables
 * that had another value at the last start.
 */
export async function writeFolderSettings(
  dir: SettingsFolder,
  env: Env,
  { game = null, publicUrl, release }: { game?: Game | null; readonly publicUrl: string; readonly release: string },
): Promise<readonly string[]> {
  const settings: SettingTexts = {
    ...Object.fromEntries(FOLDER_SETTINGS.map(([, { name, fallback }]) => [name, readVariable(env, name) ?? fallback])),
    ...(game === null ? {} : { [GAME_VARIABLE]: game }),
    [FOLDER_VARIABLES.publicUrl.name]: publicUrl,
  };
  const before = readStoredSettings(dir);
  await storeSettings(dir, { release, settings });
  return typeof before === 'string'
    ? []
    : Object.keys(settings).filter((name) => before.settings[name] !== settings[name]);
}

const GAME_VARIABLE = FOLDER_VARIABLES.game.name;

/** Returns the game that the folder remembers, or null if it is not settled. Reads files of all releases. */
export function readFolderGame(dir: Pick<DataDir, 'settings'>): Game | null {
  const stored = readIntactSettings(dir);
  return typeof stored === 'string' ? null : (GAMES.find((game) => game === stored.settings[GAME_VARIABLE]) ?? null);
}

/** Stores the game of a folder once it is settled, unless the folder lacks settings. */
export async function storeFolderGame(dir: SettingsFolder, game: Game): Promise<void> {
  const stored = readStoredSettings(dir);
  if (typeof stored !== 'string')
    await storeSettings(dir, { ...stored, settings: { ...stored.settings, [GAME_VARIABLE]: game } });
}

/**
 * Returns the game of an instance that starts on the folder: `configured` (TW_GAME), or the game that the folder
 * remembers, or null if it is not settled. The error is a sentence, if the two differ.
 */
export function chooseGame(dir: Pick<DataDir, 'settings'>, configured: Game | null): Result<Game | null, string> {
  const remembered = readFolderGame(dir);
  if (configured === null || remembered === null || configured === remembered) return ok(configured ?? remembered);
  return err(
    `${GAME_VARIABLE} must be left out or be ${remembered}, the game of the data folder; it is ${configured}. An instance collects one game: for another, start a second instance with its own TW_DATA_DIR, or run \`npm run job -- rebuild --game ${configured}\` to let the uploads of ${configured} count here instead.`,
  );
}

/** A setting that an option of a command changes. */
export interface SettingChange {
  /** The option with its dashes, such as `--feed-time`. */
  readonly option: string;
  readonly variable: string;
  readonly text: string;
}

export interface CommandSettings {
  readonly settings: FolderSettings & { readonly publicUrl: string };
  /** Stores changed settings in the folder. Throws `WrongDataDir` if an instance was started with others meanwhile. */
  save(): Promise<void>;
}

/**
 * Reads the settings for a command. The error is a sentence if the file is missing or damaged, a change is invalid, or
 * the command's own environment sets a variable to another value.
 */
export function readFolderSettings(
  dir: SettingsFolder,
  env: Env,
  changes: readonly SettingChange[] = [],
): Result<CommandSettings, string> {
  const stored = readStoredSettings(dir);
  if (typeof stored === 'string') return err(formatStartAdvice(stored));
  for (const { option, variable, text } of changes) {
    const parsed = parseSettings({ [variable]: text });
    if (!parsed.ok) return err(parsed.error.replace(variable, option));
  }
  const changed = Object.fromEntries(changes.map(({ variable, text }) => [variable, text]));
  const texts = { ...stored.settings, ...changed };
  const parsed = parseSettings(texts);
  const publicUrl = parsed.ok ? parsed.value.publicUrl : null;
  if (!parsed.ok || publicUrl === null) return err(formatStartAdvice('damaged'));
  const settings = { ...parsed.value, publicUrl };
  const own = readConfig(env, { terminal: false });
  if (!own.ok) return own;
  for (const [key, { name }] of FOLDER_SETTINGS) {
    const text = readVariable(env, name);
    // Compare parsed values, because a value can be written in several ways.
    if (text === null || JSON.stringify(own.value[key]) === JSON.stringify(settings[key])) continue;
    return err(describeSettingConflict(name, texts[name] ?? null, text));
  }
  const save = async (): Promise<void> => {
    // The command itself may have settled the game since.
    const game = stored.settings[GAME_VARIABLE] ?? readFolderGame(dir);
    const now = { ...stored, settings: { ...stored.settings, [GAME_VARIABLE]: game } };
    if (!isDeepStrictEqual(readStoredSettings(dir), now)) throw new WrongDataDir(ALREADY_STARTED_MESSAGE);
    await storeSettings(dir, { ...stored, settings: { ...now.settings, ...changed } });
  };
  return ok({ settings, save });
}

const ALREADY_STARTED_MESSAGE =
  'Nothing new is served, because an instance was started with other settings while the command ran. Run it again.';

function parseSettings(texts: SettingTexts): Result<FolderSettings, string> {
  const env = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? '']));
  return readConfig(env, { terminal: false });
}

function describeSettingConflict(name: string, needed: string | null, actual: string): string {
  const rule = needed === null ? 'must be left out' : `must be left out or be ${JSON.stringify(needed)}`;
  return `${name} ${rule}, because commands use the settings with which the instance was started; it is ${JSON.stringify(actual)}. To change it, start the instance with the new value.`;
}

function formatStartAdvice(fault: 'missing' | 'damaged'): string {
  return `The file ${SETTINGS_FILE} in TW_DATA_DIR must have the settings of the instance, so that a command publishes nothing that the instance keeps back; it is ${fault}. Start the instance once, which writes the file, then run the command again.`;
}

const SettingsFile = v.object({
  release: v.string(),
  settings: v.record(v.string(), v.nullable(v.string())),
  sha256: v.string(),
});

/** Reads the settings. A file of an earlier release, which lacks some, counts as damaged. */
function readStoredSettings(dir: SettingsFolder): StoredSettings | 'missing' | 'damaged' {
  const stored = readIntactSettings(dir);
  if (typeof stored === 'string') return stored;
  return FOLDER_SETTINGS.every(([, { name }]) => stored.settings[name] !== undefined) ? stored : 'damaged';
}

/** A flipped bit may leave valid JSON with another number of days, so the file has a digest of its content. */
function readIntactSettings({ settings: path }: Pick<DataDir, 'settings'>): StoredSettings | 'missing' | 'damaged' {
  const text = readIfExistsSync(path, MISSING_CODES);
  if (text === null) return 'missing';
  const parsed = v.safeParse(SettingsFile, parseJson(text));
  if (!parsed.success) return 'damaged';
  const { sha256, ...stored } = parsed.output;
  return sha256 === hashSettings(stored) ? stored : 'damaged';
}

async function storeSettings(dir: SettingsFolder, stored: StoredSettings): Promise<void> {
  const text = `${JSON.stringify({ ...stored, sha256: hashSettings(stored) }, null, 2)}\n`;
  if (readIfExistsSync(dir.settings, MISSING_CODES) === text) return;
  await replaceSyncedFile(dir.settings, text, dir.requireSame);
}

function hashSettings({ release, settings }: StoredSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([release, settings]))
    .digest('hex');
}
