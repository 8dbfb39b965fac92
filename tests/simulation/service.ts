import { createAddonReader } from '../../adapters/addon.ts';
import { createBuilderContext } from '../../adapters/builder_context.ts';
import { createChangeFileReader } from '../../adapters/changes/reader.ts';
import { zlibCodec } from '../../adapters/codec.ts';
import { toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { createEpoch, createScratchEpoch, serveEpoch } from '../../adapters/data_folder/epoch.ts';
import { createLinkNote, readChainLink } from '../../adapters/data_folder/notes.ts';
import { nodeDigest } from '../../adapters/digest.ts';
import { createExportFolder } from '../../adapters/exports/folder.ts';
import { createExportReader } from '../../adapters/exports/reader.ts';
import { openExportEvidence } from '../../adapters/libsql/evidence/export_evidence.ts';
import { openExportSource } from '../../adapters/libsql/snapshot/export/source.ts';
import { createSnapshotStore } from '../../adapters/libsql/snapshot/store.ts';
import { openUploadReader } from '../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { readProgramFile } from '../../adapters/program_files.ts';
import { listRuleVersions, RULE_VERSIONS } from '../../domain/families/mod.ts';
import { createIntake } from '../../domain/intake/create_intake.ts';
import { createNetworkRule } from '../../domain/intake/network_rule.ts';
import { type CommandOwner, createRunner } from '../../domain/operator/commands.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { Random } from '../../domain/ports/random.ts';
import { createAttribution } from '../../domain/values/attribution.ts';
import { ok, type Result } from '../../domain/values/result.ts';
import { catchFault } from '../../domain/values/storage_fault.ts';
import { type App, createApp } from '../../http/app.ts';
import { type IntakeAnswer, presentOutcome } from '../../http/intake/present.ts';
import type { JobTools, RunnableJob } from '../../jobs/job.ts';
import { parseEnvelope } from '../../schema/parse_envelope.ts';
import { parseRecord } from '../../schema/parse_record.ts';
import type { Game } from '../../schema/vocabulary.ts';
import { KINDS, SILENT, smallBounds } from '../domain/snapshot/support.ts';
import { BUNDLES, SETTINGS } from '../http/support.ts';
import { dice } from '../realm/dice.ts';
import { NO_BACKUPS } from '../support/no_backups.ts';
import { START_MS } from './records.ts';

/** The clocks and the random source of a world. */
export interface Nature {
  readonly clock: { ms: number };
  /** Never goes back. */
  readonly stopwatch: { ms: number };
  readonly random: Random;
}

export function natureOf(seed: number): Nature {
  const roll = dice(seed ^ 0x5eed);
  const random = { bytes: (count: number) => Uint8Array.from({ length: count }, () => roll.below(256)) };
  return { clock: { ms: START_MS }, stopwatch: { ms: 0 }, random };
}

/** Controls the progress of a job. */
export interface Pace {
  /** Records per step, or null for the usual number. */
  readonly chunk: number | null;
  /** Called between the job's steps. Returns false to stop the job. */
  readonly goOn: () => Promise<boolean>;
}

export const USUAL_PACE: Pace = { chunk: null, goOn: async () => true };

/** The whole service inside this process, with its files in one folder. */
export interface Service {
  readonly app: App;
  readonly root: string;
  ask(path: string, init?: RequestInit, address?: string): Promise<{ status: number; text: string }>;
  readonly owner: CommandOwner;
  run(
    job: RunnableJob,
    options?: Readonly<Record<string, string>>,
    pace?: Pace,
  ): Promise<Result<string | null, string>>;
  /** Shuts down as a process does when it is asked to stop. */
  close(): Promise<void>;
}

const PUBLIC_URL = SETTINGS.publicUrl;

/**
 * Opens the existing files. `onBug` is called for each bug of ours that the service caught and logged. Without a game,
 * uploads of all games count.
 */
export async function openService(
  root: string,
  nature: Nature,
  witnessNetworks: number,
  onBug: (what: string) => void,
  game: Game | null = null,
): Promise<Service> {
  const dir = toDataDir(root);
  const clock = { nowMs: () => nature.clock.ms };
  const stopwatch = { elapsedMs: () => nature.stopwatch.ms };
  const { random } = nature;
  const log: Log = { ...SILENT, error: (event, _fields, bug) => bug !== undefined && onBug(`${event}: ${bug}`) };
  const uploads = await openUploadWriter(dir.uploadsDb, {
    random,
    create: true,
    knownLink: readChainLink(dir.linkFile),
    note: createLinkNote(dir.linkFile, log),
    networkRule: createNetworkRule(witnessNetworks),
  });
  const deps = { digest: nodeDigest, clock, random };
  const intake = createIntake<IntakeAnswer>({
    parseEnvelope,
    parseRecord,
    present: presentOutcome,
    uploads,
    log,
    ...deps,
  });
  const owner = createRunner(uploads.operator, deps);
  const store = createSnapshotStore({ dir, clock, stopwatch, rollups: RULE_VERSIONS });
  const refresh = async (): Promise<Result<void, string>> => {
    await catchFault(store.refresh());
    return ok(undefined);
  };
  await refresh();
  const app = createApp({
    snapshots: store,
    intake,
    owner,
    clock,
    stopwatch,
    log,
    codec: zlibCodec,
    uploads: { find: async () => ok(null) },
    exports: createExportReader(dir.exports, dir.requireSame),
    changes: createChangeFileReader(dir.changes, dir.requireSame),
    keys: { check: async () => null, checkDigest: async () => false },
    styleSheet: { name: 'style.1.css', mediaType: 'text/css; charset=utf-8', bytes: new Uint8Array([0x61]) },
    bundles: BUNDLES,
    readProgramFile,
    addon: createAddonReader(),
    icons: null,
    mapArt: null,
    settings: { ...SETTINGS, limits: false },
  });
  return {
    app,
    root,
    owner,
    ask: async (path, init, address = '192.0.2.1') => {
      const request = new Request(`http://some.host:1${path}`, init);
      const response = await app.fetch(request, { remoteAddress: address });
      return { status: response.status, text: await response.text() };
    },
    run: async (job, options = {}, pace = USUAL_PACE) =>
      job.run(toolsOf(root, nature, { log, owner, refresh, pace, witnessNetworks, game }), {
        option: (name) => options[name] ?? null,
        flag: () => false,
        words: [],
      }),
    close: async () => {
      await uploads.close();
      await store.close();
    },
  };
}

interface Around {
  readonly log: Log;
  readonly owner: CommandOwner;
  readonly refresh: () => Promise<Result<void, string>>;
  readonly pace: Pace;
  readonly witnessNetworks: number;
  readonly game: Game | null;
}

function rulesOf(witnessNetworks: number) {
  return { feedTime: 'exact', rollups: listRuleVersions('enUS', { installAgeDays: 0, witnessNetworks }) } as const;
}

/**
 * Returns the tools of a command: the builder's real context with the world's clock and random source, and an owner in
 * this process.
 */
function toolsOf(
  root: string,
  { clock, random }: Nature,
  { log, owner, refresh, pace, witnessNetworks, game }: Around,
): JobTools {
  const rules = rulesOf(witnessNetworks);
  const dir = toDataDir(root);
  const nowMs = () => clock.ms;
  const chunk = pace.chunk === null ? {} : { bounds: smallBounds(3 * pace.chunk, pace.chunk, 0) };
  const settings = { kinds: { ...KINDS, game }, feedTime: rules.feedTime, witnessNetworks, ...chunk };
  const real = createBuilderContext({
    dir,
    rules,
    kinds: KINDS,
    log,
    stop: new AbortController().signal,
    onProgress: () => {},
    onTable: () => {},
  });
  return {
    owner,
    backups: NO_BACKUPS,
    builder: {
      ...real,
      clock: { nowMs },
      settings,
      shouldContinue: pace.goOn,
      pause: pace.goOn,
      refreshInstance: refresh,
      // There is only one process and one builder, so the builder never waits for its turn.
      turn: async (work) => {
        const uploads = await openUploadReader(dir.uploadsDb);
        try {
          return await work(uploads);
        } finally {
          await uploads.close();
        }
      },
      // The game is the one that the service was opened with.
      settleGame: async () => {},
      createEpoch: async () => {
        const epoch = await createEpoch(dir, rules, random);
        return { ...epoch, serve: () => serveEpoch(dir, epoch) };
      },
      createScratch: () => createScratchEpoch(dir, rules, random),
    },
    exporter: {
      openSource: () => openExportSource(dir),
      openEvidence: (epoch) => openExportEvidence(dir, epoch),
      folder: createExportFolder(dir.exports, dir.requireSame),
      clock: { nowMs },
      attribution: createAttribution({ publicUrl: PUBLIC_URL, serviceName: SETTINGS.serviceName }),
    },
  };
}
