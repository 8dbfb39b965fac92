import { buildDataAddon } from '../../domain/saved_variables/companion/data_files.ts';
import type { FoundGame } from '../../domain/saved_variables/companion/find_games.ts';
import { isNewerVersion, readAddonToc } from '../../domain/saved_variables/companion/recording_addon.ts';
import { updateDataAddon } from '../upload/data_addon.ts';
import type { CompanionTools } from './tools.ts';

const RECORDING_ADDON = 'ThirdWitness';

/** Installs the recording addon unless a newer one is there, and the data of the instance at this address, or null. */
export async function installAddons(
  { player, host, addon, dataAddon }: CompanionTools,
  { label, folder, addonsFolder, interfaces }: FoundGame,
  instance: string | null,
): Promise<{ readonly ok: boolean; readonly texts: readonly string[] }> {
  const { version, interfaces: supported } = readAddonToc(addon);
  if (!supported.split(', ').some((number) => number.startsWith(interfaces)))
    return { ok: true, texts: [`The addon is not made for ${label} in ${folder}.`] };
  const made = await host.prepareAddons(addonsFolder, RECORDING_ADDON);
  if (!made.ok) return { ok: false, texts: [`${addonsFolder} could not be written (${made.error}).`] };
  const texts: string[] = [];
  let isDone = true;
  const installed = await host.readAddonVersion(addonsFolder, RECORDING_ADDON);
  if (installed === null || (installed !== 'link' && isNewerVersion(version, installed))) {
    const replaced = await player.dataAddon.replace(addonsFolder, addon, RECORDING_ADDON);
    isDone = replaced.ok;
    texts.push(
      replaced.ok
        ? `The addon ${version} is installed in ${addonsFolder}. If the game is running, restart it.`
        : `The addon could not be installed in ${addonsFolder} (${replaced.error}).`,
    );
  }
  if (instance === null) return { ok: isDone, texts: [...texts, `No chosen instance has data for ${label}.`] };
  const updated = await updateDataAddon(player, {
    from: instance,
    addonsFolder,
    savedFiles: [],
    dryRun: false,
    makeFiles: (sent) => buildDataAddon(sent, dataAddon),
  });
  return { ok: isDone && updated.ok, texts: [...texts, updated.ok ? updated.value : updated.error] };
}
