import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Ajv2020 as Ajv, ValidateFunction } from 'ajv/dist/2020.js';
import { createAddonReader } from '../../adapters/addon.ts';
import { zlibCodec } from '../../adapters/codec.ts';
import { readProgramFile } from '../../adapters/program_files.ts';
import { parseEdgeSubject } from '../../domain/families/edges.ts';
import type { CommandOwner } from '../../domain/operator/commands.ts';
import type { KeyCheck } from '../../domain/operator/key_check.ts';
import type { AddonFileReader } from '../../domain/ports/addon.ts';
import type { BundleReader } from '../../domain/ports/assets.ts';
import type { ChangeFileReader } from '../../domain/ports/change_files.ts';
import type { CompanionReader } from '../../domain/ports/companion.ts';
import type { CorpusAddition } from '../../domain/ports/corpus.ts';
import type { DropFacts } from '../../domain/ports/drops.ts';
import type { EdgeUpdate } from '../../domain/ports/edges.ts';
import type { ExportReader, FileReader } from '../../domain/ports/exports.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import type { Log, LogFields } from '../../domain/ports/log.ts';
import type { PictureFolder } from '../../domain/ports/picture_folder.ts';
import type { SnapshotRow } from '../../domain/ports/snapshot_view.ts';
import type { SnapshotChange, SnapshotStore } from '../../domain/ports/snapshots.ts';
import type { UploadFinder } from '../../domain/ports/upload_contents.ts';
import { err, ok } from '../../domain/values/result.ts';
import { type App, createApp } from '../../http/app.ts';
import { APP_BOUNDS, type AppBounds, type AppDeps, type AppSettings, type EdgeDeps } from '../../http/context.ts';
import type { IntakeAnswer } from '../../http/intake/present.ts';
import { findDocument } from '../../schema/published.ts';
import { REQUEST_BUDGETS } from '../../schema/request_budgets.ts';
import { itemRate } from '../support/item_rate.ts';
import { breakable, replaceReads } from '../support/replace_reads.ts';
import { snapshotChange } from '../support/snapshot_change.ts';
import { createSnapshots } from '../support/snapshots.ts';

const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv };
const addFormats = require('ajv-formats') as (ajv: Ajv) => void;

export const PUBLIC_URL = 'https://witness.example';
export const EPOCH = 'abcd1234';
export const START_MS = Date.UTC(2026, 10, 21, 12, 0, 0);
export const RECEIPT =
  '{"ok":true,"persisted":true,"uploadId":"01ARZ3NDEKTSV4RRFFQ69G5FAV","accepted":[],"rejected":[]}';

/** Returns the validator of a response shape, compiled from the document that the service publishes. */
const validators = new Map<string, ValidateFunction>();
function validatorOf(shape: string): ValidateFunction {
  const known = validators.get(shape);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  const made = ajv.compile((findDocument(`/api/${shape}.json`) ?? findDocument(`/more/${shape}.json`)) as object);
  validators.set(shape, made);
  return made;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are checked with their published schema, then read freely.
export type Json = any;

/** Parses an answer and throws if it violates its published schema. */
export function parsed(shape: string, text: string): Json {
  const value = JSON.parse(text) as unknown;
  const validate = validatorOf(shape);
  if (!validate(value)) {
    throw new Error(`${shape}: ${JSON.stringify(validate.errors?.[0])} in ${text.slice(0, 300)}`);
  }
  return value;
}

export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The decompressed body as text. */
  readonly text: string;
}

export async function hear(response: Response): Promise<Heard> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: unpacked(response, bytes) };
}

function unpacked(response: Response, bytes: Uint8Array): string {
  const coding = response.headers.get('content-encoding');
  if (bytes.byteLength === 0 || coding === null) return Buffer.from(bytes).toString('utf8');
  return (coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString('utf8');
}

/** Paths that pages link to before the linked page exists. Remove a path when you add its page. */
export const LINKED_AHEAD = /^\/(?:coverage|upload|search|items\/[^/]+|zone\/\d+)$/;

/** Figures of the snapshot's row. By default nothing waits. */
type RowFigures = Partial<Pick<SnapshotRow, 'queued' | 'waitingInstalls' | 'waitingWindows'>>;

export interface World {
  readonly app: App;
  /** Sends a request as the app's server would. Header names are in lower case. */
  ask(path: string, init?: RequestInit & { from?: string }): Promise<Heard>;
  /** Writes the next snapshot. */
  write(change?: Partial<Omit<SnapshotChange, 'row'>> & RowFigures): Promise<number>;
  /** Makes every read fail, or repairs the storage. */
  breakStorage(broken: boolean): void;
  readonly clock: { ms: number };
  /** The bodies that intake received, in order. */
  readonly taken: Uint8Array[];
  readonly logged: { event: string; fields: LogFields }[];
}

export interface WorldOptions {
  /** Replaces the log that fills `logged`. */
  readonly log?: Log;
  readonly settings?: Partial<AppSettings>;
  readonly intake?: Intake<IntakeAnswer>;
  readonly uploads?: UploadFinder;
  readonly keys?: KeyCheck;
  readonly owner?: CommandOwner;
  readonly exports?: ExportReader;
  readonly changes?: ChangeFileReader;
  readonly publication?: FileReader;
  readonly icons?: PictureFolder;
  readonly mapArt?: PictureFolder;
  readonly bundles?: BundleReader;
  readonly addon?: AddonFileReader;
  readonly companion?: CompanionReader;
  readonly bounds?: Partial<AppBounds>;
  /** Creates the pool for expensive answers. Defaults to none. */
  readonly pool?: (deps: AppDeps) => NonNullable<AppDeps['pool']>;
  readonly store?: (store: SnapshotStore) => SnapshotStore;
  readonly edge?: EdgeDeps;
}

export const SETTINGS: AppSettings = {
  publicUrl: PUBLIC_URL,
  game: null,
  serviceName: 'Third Witness',
  contact: null,
  exportEvidence: false,
  sourceUrl: null,
  page: { anonymous: 500, keyed: 5000 },
  budgets: Object.fromEntries(
    Object.entries(REQUEST_BUDGETS).map(([name, { anonymous, keyed }]) => [
      name,
      { anonymous, keyed: keyed ?? anonymous },
    ]),
  ) as AppSettings['budgets'],
  keys: false,
  selfGrants: false,
  limits: true,
  snapshotMaxAgeS: 1800,
  snapshotIntervalS: 600,
  trustedProxies: 0,
  installAgeDays: 0,
  witnessNetworks: 1,
  startedAtMs: START_MS,
  release: { version: '1.2.3', commit: null },
};

/** Programs that contain only their own name. Tests that run a program pass the real reader. */
export const BUNDLES: BundleReader = {
  read: async (name) => ({
    name: `${name}.1.js`,
    mediaType: 'text/javascript; charset=utf-8',
    bytes: new TextEncoder().encode(`'${name}';\n`),
  }),
};

/** No exports have been written yet. */
const NO_EXPORTS: ExportReader = {
  index: async () => null,
  open: async () => null,
  health: async () => ({ state: null, reason: null, writtenAtMs: null }),
};

/** Streams end when they have sent what there is. */
const ENDS_AT_ONCE: AppBounds['streams'] = { lookEveryMs: 5, pingEveryMs: 15_000, endAfterMs: 0 };

/** No change files have been written yet. */
const NO_CHANGES: ChangeFileReader = {
  files: async (_epoch, after, upTo) => (after === upTo ? [] : null),
  open: async () => null,
};

/** Finds no upload. */
const NO_UPLOADS: UploadFinder = { find: async () => ok(null) };
/** Refuses every command. */
const NO_OWNER: CommandOwner = { carryOut: async () => err('The uploads database is out of reach.') };

/** Knows no key. */
const NO_KEYS: KeyCheck = { check: async () => null, checkDigest: async () => false };

/** Creates an app with its own snapshot database. The clock only moves when a test moves it. */
export function createWorld(options: WorldOptions = {}): World {
  const clock = { ms: START_MS };
  const times = { clock: { nowMs: () => clock.ms }, stopwatch: { elapsedMs: () => clock.ms - START_MS } };
  const { writer, store } = createSnapshots(EPOCH, times);
  const taken: Uint8Array[] = [];
  const logged: { event: string; fields: LogFields }[] = [];
  const note: Log['error'] = (event, fields = {}, bug) =>
    void logged.push({ event, fields: bug instanceof Error ? { ...fields, class: bug.name } : fields });
  let broken = false;
  let n = 0;
  const whole = breakableStore(store, () => broken);
  const deps: AppDeps = {
    snapshots: options.store?.(whole) ?? whole,
    intake: options.intake ?? {
      take: async (body) => {
        taken.push(body);
        return { status: 200, body: RECEIPT };
      },
    },
    uploads: options.uploads ?? NO_UPLOADS,
    owner: options.owner ?? NO_OWNER,
    exports: options.exports ?? NO_EXPORTS,
    changes: options.changes ?? NO_CHANGES,
    publication: options.publication ?? null,
    addon: options.addon ?? createAddonReader(),
    companion: options.companion ?? null,
    icons: options.icons ?? null,
    mapArt: options.mapArt ?? null,
    keys: options.keys ?? NO_KEYS,
    codec: zlibCodec,
    ...times,
    log: options.log ?? { info: note, warn: note, error: note },
    styleSheet: { name: 'style.1.css', mediaType: 'text/css; charset=utf-8', bytes: new Uint8Array([0x61]) },
    bundles: options.bundles ?? BUNDLES,
    readProgramFile,
    edge: options.edge ?? null,
    settings: { ...SETTINGS, ...options.settings },
  };
  const app = createApp(
    { ...deps, pool: options.pool?.(deps) ?? null },
    { ...APP_BOUNDS, streams: ENDS_AT_ONCE, ...options.bounds },
  );
  return {
    app,
    clock,
    taken,
    logged,
    ask: async (path, { from, ...init } = {}) =>
      hear(await app.fetch(new Request(`http://some.host:1${path}`, init), { remoteAddress: from ?? '192.0.2.1' })),
    breakStorage: (state) => {
      broken = state;
    },
    write: async ({ queued = 0, waitingInstalls = 0, waitingWindows = 0, ...change } = {}) => {
      n++;
      const counts = { uploads: n, lootUploads: n, lootRecords: 7, lootWindows: 5 };
      const figures = { queued, waitingInstalls, waitingWindows };
      const row = { writtenAtMs: clock.ms, dataAsOfMs: clock.ms - 60_000, ...figures, ...counts };
      await writer.write(snapshotChange(n, { ...change, row }));
      return n;
    },
  };
}

function breakableStore(store: SnapshotStore, isBroken: () => boolean): SnapshotStore {
  const changed = replaceReads(store, (snapshot) => ({
    log: breakable(snapshot.log, isBroken),
    corpus: breakable(snapshot.corpus, isBroken),
    edges: breakable(snapshot.edges, isBroken),
    rates: breakable(snapshot.rates, isBroken),
    gathering: breakable(snapshot.gathering, isBroken),
  }));
  return {
    ...changed,
    ...breakable({ newest: changed.newest }, isBroken),
    current: () => (isBroken() ? null : changed.current()),
  };
}

function record(kind: string, i: number): string {
  const head = `{"kind":"${kind}","eventId":"${String(i).padStart(24, '0')}","capturedAt":"2026-11-20T10:00:00.000Z"`;
  return kind === 'loot'
    ? `${head},"sourceNpcId":${i + 1},"sourceEvidence":"loot-api","items":[{"itemId":${i + 1},"count":1}]}`
    : `${head},"itemId":${i + 1},"name":"Thing ${i}","quality":"common"}`;
}

/** Returns corpus rows of a kind, numbered from `from`. */
export function rowsOf(kind: 'loot' | 'item_seen', from: number, count: number): CorpusAddition {
  return {
    kind,
    rows: Array.from({ length: count }, (_, i) => record(kind, from + i)),
  };
}

/** A public source with `items` rates, or a measured zero if `items` is 0. */
export function publicSource(id: number, items: number): DropFacts {
  return {
    source: { type: id % 2 === 0 ? 'object' : 'npc', id },
    public: true,
    kills: 40,
    reporters: 3,
    topWindows: 20,
    measuredZero: items === 0,
    items: Array.from({ length: items }, (_, i) => itemRate(1000 + i, i + 1, 40)),
  };
}

export function withdrawnSource(id: number): DropFacts {
  return {
    ...publicSource(id, 0),
    public: false,
    measuredZero: false,
  };
}

/** A public edge given by its subject, such as `sold_by:item:npc:25:6`. */
export function publicEdge(subject: string, installs = 3): EdgeUpdate {
  return {
    name: parseEdgeSubject(subject),
    edge: { installs, firstSeen: '2026-11-01', lastSeen: '2026-11-20' },
  };
}

export function withdrawnEdge(subject: string): EdgeUpdate {
  return { name: parseEdgeSubject(subject), edge: null };
}
