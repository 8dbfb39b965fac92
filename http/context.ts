import { type CardReader, createCardReader } from '../domain/cards/read_card.ts';
import type { WitnessRules } from '../domain/families/mod.ts';
import type { CommandOwner } from '../domain/operator/commands.ts';
import type { KeyCheck } from '../domain/operator/key_check.ts';
import type { AddonFileReader } from '../domain/ports/addon.ts';
import type { AnswerPool } from '../domain/ports/answer_pool.ts';
import type { BundleAsset, BundleReader, ProgramFileReader } from '../domain/ports/assets.ts';
import type { ChangeFileReader } from '../domain/ports/change_files.ts';
import type { Clock, Stopwatch } from '../domain/ports/clock.ts';
import type { Codec } from '../domain/ports/codec.ts';
import type { CompanionReader } from '../domain/ports/companion.ts';
import type { ExportReader, FileReader } from '../domain/ports/exports.ts';
import type { Intake } from '../domain/ports/intake.ts';
import type { Log } from '../domain/ports/log.ts';
import type { Meter } from '../domain/ports/meter.ts';
import type { PictureFolder } from '../domain/ports/picture_folder.ts';
import type { Primary, ReplicationState } from '../domain/ports/primary.ts';
import type { SnapshotStore } from '../domain/ports/snapshots.ts';
import type { UploadFinder } from '../domain/ports/upload_contents.ts';
import type { Contact } from '../domain/values/contact.ts';
import type { ProgramRelease } from '../domain/values/release.ts';
import { LIMITS } from '../schema/limits.ts';
import type { BudgetName, Quota } from '../schema/request_budgets.ts';
import type { Game } from '../schema/vocabulary.ts';
import { STREAM_TIMES, type StreamTimes } from './endpoints/changes/streams.ts';
import { createGate, GATE_BOUNDS, type GateBounds, type IntakeGate } from './intake/gate.ts';
import type { IntakeAnswer } from './intake/present.ts';

/** The operator's settings that affect responses (contract, section 7). */
export interface AppSettings extends WitnessRules {
  /** Base of all absolute URLs, without a trailing slash. The Host header is never used to build URLs. */
  readonly publicUrl: string;
  readonly serviceName: string;
  /** The game that the instance collects, or null if it is not settled. */
  readonly game: Game | null;
  /** The operator's contact, or null if it is not configured. */
  readonly contact: Contact | null;
  readonly exportEvidence: boolean;
  /** URL of this program's source code, or null if it is not configured. */
  readonly sourceUrl: string | null;
  readonly page: Quota;
  readonly budgets: Readonly<Record<BudgetName, Quota>>;
  /** Whether API keys are enabled. If not, keys are ignored and responses do not say where to get one. */
  readonly keys: boolean;
  /** Whether holders of an install id may issue grants for themselves. */
  readonly selfGrants: boolean;
  readonly limits: boolean;
  readonly snapshotMaxAgeS: number;
  readonly snapshotIntervalS: number;
  /** Number of proxies that append to X-Forwarded-For. If it is too high, clients can choose their own address. */
  readonly trustedProxies: number;
  readonly startedAtMs: number;
  readonly release: ProgramRelease;
}

/** The ports and settings that the app needs. */
export interface AppDeps {
  readonly snapshots: SnapshotStore;
  readonly intake: Intake<IntakeAnswer>;
  readonly uploads: UploadFinder;
  readonly exports: ExportReader;
  /** Files of the rows that each snapshot changed. */
  readonly changes: ChangeFileReader;
  /** Files that edges fetch, or null (the default) if the instance publishes none. */
  readonly publication?: FileReader | null;
  /** Carries out requests from the /connect page, with the same commands that operators use. */
  readonly owner: CommandOwner;
  /** Checks API keys. Used only if `settings.keys` is true. */
  readonly keys: KeyCheck;
  readonly codec: Codec;
  readonly clock: Clock;
  /** Measures elapsed time for rate limits and ages. A wall clock would not do, because it may be set back. */
  readonly stopwatch: Stopwatch;
  readonly log: Log;
  readonly styleSheet: BundleAsset;
  /** Scripts for pages and terminals, bundled from this project's code. */
  readonly bundles: BundleReader;
  /** Reads the clients for developers and the pictures of link previews. */
  readonly readProgramFile: ProgramFileReader;
  readonly addon: AddonFileReader;
  /** The companion, or null (the default) if it is not served. */
  readonly companion?: CompanionReader | null;
  /** Item icons, or null if the operator configured no folder for them. */
  readonly icons: PictureFolder | null;
  /** Pictures of maps, or null if the operator configured no folder for them. */
  readonly mapArt: PictureFolder | null;
  /** Computes expensive responses on other threads. If null (the default), the main thread computes them. */
  readonly pool?: AnswerPool<unknown, unknown> | null;
  /** Counts requests for metrics, or null (the default) to count nothing. */
  readonly meter?: Meter | null;
  /** Dependencies of an edge, or null (the default) on a primary. */
  readonly edge?: EdgeDeps | null;
  readonly settings: AppSettings;
}

/** Dependencies of an edge, besides its copy of the snapshot. */
export interface EdgeDeps {
  /** Forwards the requests that an edge cannot answer, or null if the primary's address is not configured. */
  readonly primary: Primary | null;
  readonly following: ReplicationState;
}

/** The dependencies of routes. */
export interface Context extends AppDeps, Omit<AppBounds, 'gate'> {
  readonly gate: IntakeGate;
  readonly cards: CardReader;
  /**
   * Time at which the latest snapshot read by this process was written, or the start time of the process if it has read
   * none.
   */
  lastWrittenAtMs(): number;
}

/** Bounds that tests set lower than in production. */
export interface AppBounds {
  readonly gate: GateBounds;
  /** Time limit for receiving an upload's body, in milliseconds. */
  readonly bodyWithinMs: number;
  /** Maximum total size of the rows on a page, in bytes. */
  readonly pageBytesMax: number;
  readonly streams: StreamTimes;
}

export const APP_BOUNDS: AppBounds = {
  gate: GATE_BOUNDS,
  bodyWithinMs: 20_000,
  pageBytesMax: LIMITS.pageBytesMax.value,
  streams: STREAM_TIMES,
};

/** Creates the dependencies of routes. */
export function createContext(deps: AppDeps, bounds: AppBounds): Context {
  const { snapshots, lastWrittenAtMs } = createWriteTimeCache(deps.snapshots, deps.settings.startedAtMs);
  return {
    ...deps,
    ...bounds,
    snapshots,
    cards: createCardReader(snapshots, deps.settings),
    gate: createGate(bounds.gate),
    lastWrittenAtMs,
  };
}

/** Wraps the snapshot store so that it remembers when the latest snapshot read through it was written. */
function createWriteTimeCache(snapshots: SnapshotStore, startedAtMs: number) {
  let writtenAtMs = startedAtMs;
  const newest: SnapshotStore['newest'] = async () => {
    const snapshot = await snapshots.newest();
    if (snapshot !== null) writtenAtMs = snapshot.view.row.writtenAtMs;
    return snapshot;
  };
  return { snapshots: { ...snapshots, newest }, lastWrittenAtMs: () => writtenAtMs };
}
