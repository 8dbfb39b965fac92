import { AGE_RULE, GAME_PREFIX, LANGUAGE_PREFIX, NETWORKS_RULE } from '../../../domain/families/mod.ts';
import type { FeedTime } from '../../../domain/ports/exports.ts';
import { type Runner, readJson, readValue } from '../database.ts';
import { findVersion } from '../migrate.ts';
import { StorageError } from '../storage_error.ts';

/** The version of each roll-up, by name. */
export type RollupVersions = Readonly<Record<string, number>>;

/** The epoch, feed time and rule versions with which a snapshot database was built. */
export interface SnapshotOrigin {
  readonly epoch: string;
  readonly feedTime: FeedTime;
  readonly rollups: RollupVersions;
}

export async function readOrigin(client: Runner): Promise<SnapshotOrigin> {
  const [origin] = await readJson<SnapshotOrigin>(
    client,
    `select json_group_array(json_object('epoch', epoch, 'feedTime', feed_time, 'rollups', json(rollups))) from instance`,
  );
  if (origin === undefined) throw new StorageError('INSTANCE_MISSING');
  return origin;
}

/** Returns whether the versions are equal. The order of the roll-ups does not matter. */
export function haveSameVersions(a: RollupVersions, b: RollupVersions): boolean {
  return formatSorted(a) === formatSorted(b);
}

function formatSorted(versions: RollupVersions): string {
  return JSON.stringify(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Throws a storage fault if this release must not serve the database. Either the database has other tables, or its facts
 * follow other rules, which may have published data that the rules of this release would not publish. The builder then
 * builds another one. Rules selected by a configuration variable (game, language, age and networks of witnesses) are
 * exempt: the database is served as it is until the builder has applied them.
 */
export async function requireSameRelease(client: Runner, rollups: RollupVersions): Promise<void> {
  const version = Number(await readValue(client, 'pragma user_version'));
  if (version !== findVersion('snapshot')) throw new StorageError('SNAPSHOT_OF_OTHER_RELEASE');
  const origin = await readOrigin(client);
  if (!haveSameVersions(omitChosenRules(origin.rollups), omitChosenRules(rollups)))
    throw new StorageError('SNAPSHOT_OF_OTHER_RELEASE');
}

function omitChosenRules(versions: RollupVersions): RollupVersions {
  return Object.fromEntries(
    Object.entries(versions).filter(([name]) => !CHOSEN_RULES.some((rule) => name.startsWith(rule))),
  );
}

const CHOSEN_RULES: readonly string[] = [LANGUAGE_PREFIX, AGE_RULE, NETWORKS_RULE, GAME_PREFIX];
