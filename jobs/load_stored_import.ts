import {
  type BuildImport,
  beginBuildImport,
  type ImportSettings,
  importBuild,
} from '../domain/game_files/import/import_build.ts';
import type { BuilderContext, WorkEpoch } from '../domain/operator/builder_context.ts';
import type { ImportHead } from '../domain/ports/builds.ts';
import type { ChangeLogMode } from '../domain/ports/change_log.ts';
import type { ImportMeta, StoredImport } from '../domain/ports/imports.ts';
import { PROTOCOL_VERSION } from '../schema/protocol.ts';

/** Loads a stored import into an epoch and serves it there. Returns false if it was asked to stop. */
export async function loadStoredImport(
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  { meta, pieces }: StoredImport,
  changeLog: ChangeLogMode,
): Promise<boolean> {
  const ports = { snapshots, clock: builder.clock };
  const row = await importBuild(ports, headOf(meta), pieces(), settingsOf(builder, changeLog));
  return row !== null;
}

/**
 * Loads the stored import if the epoch does not serve it, which happens when the command was killed after storing it.
 * If it is asked to stop half-way, the next run does it.
 */
export async function serveStoredImport(builder: BuilderContext, epoch: WorkEpoch): Promise<void> {
  const stored = await builder.imports.current();
  if (stored === null) return;
  const served = await epoch.snapshots.servedImport();
  const { build, importedAtMs } = stored.meta;
  if (served?.build === build && served.importedAtMs === importedAtMs) return;
  await loadStoredImport(builder, epoch, stored, 'write');
}

/** Begins to load an import that is being stored at the same time. */
export async function beginStoredImport(
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  meta: ImportMeta,
  changeLog: ChangeLogMode,
): Promise<BuildImport> {
  const ports = { snapshots, clock: builder.clock };
  return beginBuildImport(ports, headOf(meta), settingsOf(builder, changeLog));
}

function headOf({ build, extractedAt, importedAtMs }: ImportMeta): ImportHead {
  return {
    build,
    extractedAt,
    importedAtMs,
    protocol: PROTOCOL_VERSION,
  };
}

function settingsOf(builder: BuilderContext, changeLog: ChangeLogMode): ImportSettings {
  return {
    changeLog,
    goOn: () => builder.pause(),
  };
}
