import type { FoundGame } from '../../domain/saved_variables/companion/find_games.ts';
import { BACKUP_SUFFIX } from '../../domain/saved_variables/companion/find_games.ts';
import type { CompanionSettings } from '../../domain/saved_variables/companion/settings.ts';
import type { Result } from '../../domain/values/result.ts';
import { err, ok } from '../../domain/values/result.ts';
import type { PlayerTools } from '../job.ts';
import { describeUnroutedSets } from '../upload/describe_file.ts';
import type { ReadyFile } from '../upload/rounds.ts';
import { findInstances, prepareFile, readFile } from '../upload/rounds.ts';

/** A survey of a file for each instance, or the reason why there is none. */
export interface FilePreview {
  readonly game: FoundGame;
  readonly account: string;
  readonly path: string;
  readonly ready: Result<
    {
      readonly parcels: readonly Pick<ReadyFile['parcels'][number], 'instance' | 'surveys'>[];
      readonly unrouted: readonly string[];
    },
    string
  >;
}

/** Names the instances and categories that the player agrees to. */
export function buildPreviewKey({ instances, share }: CompanionSettings): string {
  return [...instances, ...share].join(' ');
}

/** A preview that is valid while the file and the choices are the same. */
export interface StoredPreview {
  readonly key: string;
  readonly preview: FilePreview['ready'];
}

/** Surveys what would be sent of each file. Without an instance, shows what there is. */
export async function previewFiles(
  player: PlayerTools,
  games: readonly FoundGame[],
  settings: CompanionSettings,
  collected: Map<string, string>,
  stored: Map<string, StoredPreview>,
): Promise<readonly FilePreview[]> {
  const previews: FilePreview[] = [];
  for (const game of games) {
    for (const { account, path } of game.saved) {
      const looks = await Promise.all([path, path + BACKUP_SUFFIX].map(player.folder.look));
      const key = JSON.stringify([looks, buildPreviewKey(settings)]);
      const known = stored.get(path);
      const preview = known?.key === key ? known.preview : await previewFile(player, path, settings, collected);
      stored.set(path, { key, preview });
      previews.push({ game, account, path, ready: preview });
    }
  }
  return previews;
}

async function previewFile(
  player: PlayerTools,
  path: string,
  { instances, share }: CompanionSettings,
  collected: Map<string, string>,
): Promise<FilePreview['ready']> {
  const read = await readSavedFile(player, path);
  if (!read.ok) return err(read.error.error);
  const found = await findInstances(player, { to: instances, games: collected }, [read.value]);
  if (!found.ok) return found;
  const to = found.value.length > 0 ? found.value : [{ url: '', game: null, protocol: null }];
  const { parcels, unrouted } = prepareFile(read.value, to, share);
  // The text of the file is large, and the page needs only the counts.
  return ok({
    parcels: parcels.map(({ instance, surveys }) => ({ instance, surveys })),
    unrouted: describeUnroutedSets(unrouted),
  });
}

/** Reads a file, or the one that the client wrote before if it is missing or broken. */
async function readSavedFile(player: PlayerTools, path: string) {
  const read = await readFile(player, path);
  if (read.ok) return read;
  const backup = await readFile(player, path + BACKUP_SUFFIX);
  return backup.ok ? backup : read;
}
