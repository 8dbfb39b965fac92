import type { CardReader } from '../domain/cards/read_card.ts';
import type { WitnessRules } from '../domain/families/mod.ts';
import type { Owner } from '../domain/operator/commands.ts';
import type { KeyCheck } from '../domain/operator/key_check.ts';
import type { AddonReader } from '../domain/ports/addon.ts';
import type { AnswerPool } from '../domain/ports/answer_pool.ts';
import type { Asset } from '../domain/ports/assets.ts';
import type { BundleReader } from '../domain/ports/bundles.ts';
import type { Clock, Stopwatch } from '../domain/ports/clock.ts';
import type { Codec } from '../domain/ports/codec.ts';
import type { ExportReader } from '../domain/ports/exports.ts';
import type { IconReader } from '../domain/ports/icons.ts';
import type { Intake } from '../domain/ports/intake.ts';
import type { Log } from '../domain/ports/log.ts';
import type { Meter } from '../domain/ports/meter.ts';
import type { PicturePainter } from '../domain/ports/pictures.ts';
import type { Primary } from '../domain/ports/primary.ts';
import type { ReplicationState } from '../domain/ports/replication.ts';
import type { SnapshotStore } from '../domain/ports/snapshots.ts';
import type { UploadFinder } from '../domain/ports/upload_contents.ts';
import type { Contact } from '../domain/values/contact.ts';
import type { BudgetName, Quota } from '../schema/limits.ts';
import type { IntakeGate } from './intake/gate.ts';
import type { IntakeAnswer } from './intake/present.ts';

/** What the operator settled, as far as answers depend on it (contract, section 7). */
export interface AppSettings extends WitnessRules {
  /** Without a trailing slash. The only source of absolute URLs: never the Host header. */
  readonly publicUrl: string;
  readonly serviceName: string;
  /** How readers reach the operator; null: nobody says. */
  readonly contact: Contact | null;
  /** Where the code that runs here is found; null: nobody says. */
  readonly sourceUrl: string | null;
  /** Rows a page may hold. */
  readonly page: Quota;
  readonly budgets: Readonly<Record<BudgetName, Quota>>;
  /** False: a key sent is ignored, and nobody is told where to get one. */
  readonly keys: boolean;
  /** Holders of an install id may issue grants for themselves. */
  readonly selfGrants: boolean;
  /** False lifts every hourly limit. */
  readonly limits: boolean;
  readonly snapshotMaxAgeS: number;
  /** How often new uploads are looked for. */
  readonly snapshotIntervalS: number;
  /** How many proxies in front append to X-Forwarded-For. */
  readonly trustedProxies: number;
  readonly startedAtMs: number;
}

/** What the answers are made from: ports only. */
export interface AppDeps {
  readonly snapshots: SnapshotStore;
  readonly intake: Intake<IntakeAnswer>;
  /** Finds uploads again by their numbers. */
  readonly uploads: UploadFinder;
  readonly exports: ExportReader;
  /** Does what visitors of /connect ask for; it is the operator's commands that do it. */
  readonly owner: Owner;
  /** Asked where `settings.keys` is true. */
  readonly keys: KeyCheck;
  readonly codec: Codec;
  readonly clock: Clock;
  /** Limits and ages go by it: a clock may be set. */
  readonly stopwatch: Stopwatch;
  readonly log: Log;
  readonly styleSheet: Asset;
  /** Programs for pages and terminals, made of this project's code. */
  readonly bundles: BundleReader;
  /** The game addon for players. */
  readonly addon: AddonReader;
  /** Null: the operator named no folder of icon pictures. */
  readonly icons: IconReader | null;
  /** Draws what is shown beside shared links. */
  readonly painter: PicturePainter;
  /** Makes expensive answers on other threads; null: they are made on this one. Default: null. */
  readonly pool?: AnswerPool<unknown, unknown> | null;
  /** Null: nobody asks for metrics, and nothing is counted. Default: null. */
  readonly meter?: Meter | null;
  /** Null: this is a primary. Default: null. */
  readonly edge?: EdgeDeps | null;
  readonly settings: AppSettings;
}

/** What an edge has beside its copy of the snapshot. */
export interface EdgeDeps {
  /** Takes what only it can answer; null: nobody told where it is. */
  readonly primary: Primary | null;
  /** How the copy is kept up. */
  readonly following: ReplicationState;
}

/** What routes see of the instance. */
export interface Context extends AppDeps {
  readonly gate: IntakeGate;
  readonly cards: CardReader;
  /** The most bytes that the rows of a page take up. */
  readonly pageBytesMax: number;
  /** How long an upload's body may take to arrive. */
  readonly bodyWithinMs: number;
  /** When the last snapshot this process read was written; before the first, when the process started. */
  lastWrittenAtMs(): number;
}
