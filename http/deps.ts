import { createAddonReader } from '../adapters/addon.ts';
import { createBundleReader, readStyleSheet } from '../adapters/bundles.ts';
import { systemClock, systemStopwatch } from '../adapters/clock.ts';
import { zlibCodec } from '../adapters/codec.ts';
import { createCompanionReader } from '../adapters/companion/built_files.ts';
import type { Config } from '../adapters/config.ts';
import { readProgramFile } from '../adapters/program_files.ts';
import type { Log } from '../domain/ports/log.ts';
import type { ProgramRelease } from '../domain/values/release.ts';
import type { AppDeps } from './context.ts';

/** The configuration with the actual port and the base of absolute URLs, and the release. */
export type ResolvedConfig = Config & { readonly publicUrl: string; readonly release: ProgramRelease };

/** The dependencies that differ between a primary, an edge and a thread of either. */
export type RoleDeps = Pick<
  AppDeps,
  | 'snapshots'
  | 'intake'
  | 'uploads'
  | 'owner'
  | 'exports'
  | 'changes'
  | 'publication'
  | 'keys'
  | 'edge'
  | 'meter'
  | 'icons'
  | 'mapArt'
  | 'pool'
>;

/** Adds the dependencies that are the same everywhere. */
export function createDeps(own: RoleDeps, config: ResolvedConfig, log: Log): AppDeps {
  let { game } = config;
  return {
    ...own,
    codec: zlibCodec,
    clock: systemClock,
    stopwatch: systemStopwatch,
    log,
    styleSheet: readStyleSheet(),
    bundles: createBundleReader(),
    readProgramFile,
    addon: createAddonReader(),
    companion: createCompanionReader(),
    settings: {
      ...config,
      startedAtMs: systemClock.nowMs(),
      // If TW_GAME is not set, the game may be settled later. An edge learns it from the snapshot.
      get game() {
        game = own.snapshots.current()?.view.collects ?? game;
        return game;
      },
    },
  };
}
