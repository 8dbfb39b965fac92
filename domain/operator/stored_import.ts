import { type BuildImport, beginBuildImport, importBuild } from '../game_files/import/import_build.ts';
import type { ChangeLogMode } from '../ports/change_log.ts';
import type { ImportMeta, StoredImport } from '../ports/imports.ts';
import { belongsToGame } from '../values/game.ts';
import { err, ok, type Result } from '../values/result.ts';
import type { BuilderContext, WorkEpoch } from './builder_context.ts';

/**
 * Loads the latest stored import into an epoch and serves it there. Returns its build, or null if there is no import.
 */
export async function loadCurrentImport(
  builder: BuilderContext,
  epoch: WorkEpoch,
  changeLog: ChangeLogMode,
): Promise<Result<string | null, 'stopped'>> {
  const stored = await readCurrentImport(builder);
  if (stored === null) return ok(null);
  const isLoaded = await loadStoredImport(builder, epoch, stored, changeLog);
  return isLoaded ? ok(stored.meta.build) : err('stopped');
}

/** Loads the stored import if the epoch does not serve it, because the import command was killed after storing it. */
export async function serveStoredImport(builder: BuilderContext, epoch: WorkEpoch): Promise<void> {
  const stored = await readCurrentImport(builder);
  if (stored === null) return;
  const served = await epoch.snapshots.servedImport();
  const { build, importedAtMs } = stored.meta;
  if (served?.build === build && served.importedAtMs === importedAtMs) return;
  await loadStoredImport(builder, epoch, stored, 'write');
}

/** Returns the latest stored import, or null if there is none or it is of the game that the folder had before. */
async function readCurrentImport({ imports, settings }: BuilderContext): Promise<StoredImport | null> {
  const stored = await imports.current();
  return stored === null || !belongsToGame({ clientBuild: stored.meta.build }, settings.kinds.game ?? null)
    ? null
    : stored;
}

export async function beginStoredImport(
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  { build, extractedAt, importedAtMs }: ImportMeta,
  changeLog: ChangeLogMode,
): Promise<BuildImport> {
  const { clock, protocol } = builder;
  const head = { build, extractedAt, importedAtMs, protocol };
  return beginBuildImport({ snapshots, clock }, head, changeLog, () => builder.pause());
}

/** Loads a stored import into an epoch and serves it there. Returns false if it was asked to stop. */
async function loadStoredImport(
  builder: BuilderContext,
  epoch: WorkEpoch,
  { meta, pieces }: StoredImport,
  changeLog: ChangeLogMode,
): Promise<boolean> {
  const taking = await beginStoredImport(builder, epoch, meta, changeLog);
  return (await importBuild(taking, pieces())) !== null;
}
