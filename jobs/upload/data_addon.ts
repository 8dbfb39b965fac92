import type { AddonFile } from '../../domain/ports/addon.ts';
import { DATA_ADDON } from '../../domain/ports/data_addon.ts';
import { DAY_MS, toUtcDay } from '../../domain/values/instant.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { quote } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import type { PlayerTools } from '../job.ts';

const ARCHIVE_BYTES_MAX = 10_000_000;
const UNPACKED_BYTES_MAX = 20_000_000;
const DATA_ADDON_KEPT = 'The addon of data was not changed.';

/** Options of an update of the addon of data. */
export interface DataAddonUpdate {
  /** The instance's address, without a trailing slash. */
  readonly from: string;
  /** The game's AddOns folder, or null to find it from a saved-variables file. */
  readonly addonsFolder: string | null;
  readonly savedFiles: readonly string[];
  readonly dryRun: boolean;
  /** Makes the files to install from the archive's files, or returns why there are none. By default they are the same. */
  readonly makeFiles?: (sent: readonly AddonFile[]) => Result<readonly AddonFile[], string>;
}

/**
 * Fetches the addon of data from an instance and replaces the installed one. Returns a sentence that says how old the
 * data is.
 */
export async function updateDataAddon(
  { dataAddon, clock }: Pick<PlayerTools, 'dataAddon' | 'clock'>,
  { from, addonsFolder, savedFiles, dryRun, makeFiles = ok }: DataAddonUpdate,
): Promise<Result<string, string>> {
  const found = addonsFolder ?? findAddonsFolder(savedFiles.map((file) => dataAddon.resolve(file)));
  if (found === null) return err(`${ADDONS_NOT_FOUND} ${DATA_ADDON_KEPT}`);
  const folder = dataAddon.resolve(found);
  if (!(await dataAddon.isFolder(folder))) {
    return err(`${folder} is no folder: give the game's Interface/AddOns folder with --addons. ${DATA_ADDON_KEPT}`);
  }
  const url = `${from}/export/addons/${DATA_ADDON}.zip`;
  if (dryRun) return ok(`${url} would be unpacked to ${folder}.`);
  const archive = await dataAddon.download(url, ARCHIVE_BYTES_MAX);
  if (!archive.ok) return err(`${url} could not be fetched (${quote(archive.error)}). ${DATA_ADDON_KEPT}`);
  const files = await dataAddon.unpack(archive.value, UNPACKED_BYTES_MAX, isDataAddonFile);
  if (!files.ok) return err(`${url} is no addon of data: ${files.error} ${DATA_ADDON_KEPT}`);
  const missing = [`${DATA_ADDON}.toc`, 'data.lua'].find((name) => readFileText(files.value, name) === null);
  if (missing !== undefined) return err(`${url} is no addon of data: ${missing} is missing. ${DATA_ADDON_KEPT}`);
  const made = makeFiles(files.value);
  if (!made.ok) return err(`${url} is no addon of data: ${made.error} ${DATA_ADDON_KEPT}`);
  const replaced = await dataAddon.replace(folder, made.value);
  if (!replaced.ok) {
    return err(`${DATA_ADDON} in ${folder} could not be replaced (${replaced.error}). The old one is still there.`);
  }
  return ok(`${DATA_ADDON} is installed in ${folder}. ${describeAge(made.value, clock.nowMs())}`);
}

const ADDONS_NOT_FOUND =
  "The game's AddOns folder was not found: give it with --addons, or the full path of the saved-variables file in the game's folder WTF.";

const SAVED_VARIABLES_PATH =
  /^(.*[\\/])WTF([\\/])Account[\\/][^\\/]+[\\/](?:[^\\/]+[\\/][^\\/]+[\\/])?SavedVariables[\\/][^\\/]+$/i;

/** Returns the AddOns folder of the game whose folder contains one of these saved-variables files, or null. */
export function findAddonsFolder(savedFiles: readonly string[]): string | null {
  for (const file of savedFiles) {
    const [, game, separator] = SAVED_VARIABLES_PATH.exec(file) ?? [];
    if (game !== undefined) return `${game}Interface${separator}AddOns`;
  }
  return null;
}

/** Only files directly in the addon's own folder are unpacked. */
function isDataAddonFile(path: string): boolean {
  return (
    path.startsWith(`${DATA_ADDON}/`) && /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$/.test(path.slice(DATA_ADDON.length + 1))
  );
}

function readFileText(files: readonly AddonFile[], name: string): string | null {
  const file = files.find(({ path }) => path === `${DATA_ADDON}/${name}`);
  return file === undefined ? null : new TextDecoder().decode(file.bytes);
}

/** Says how old the data is, by the version that the TOC names. */
function describeAge(files: readonly AddonFile[], nowMs: number): string {
  const day = /^## Version: (\d{4}-\d{2}-\d{2})\r?$/m.exec(readFileText(files, `${DATA_ADDON}.toc`) ?? '')?.[1];
  const dayMs = day === undefined ? Number.NaN : Date.parse(day);
  if (Number.isNaN(dayMs)) return 'It has no data yet.';
  const days = Math.max(0, toUtcDay(nowMs) - dayMs / DAY_MS);
  return `Its data is from ${day}${days === 0 ? ', today' : `, ${formatQuantity(days, 'day')} old`}. Type /reload if the game is running.`;
}
