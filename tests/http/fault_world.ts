import { nodeDigest } from '../../adapters/digest.ts';
import { createRunner } from '../../domain/operator/commands.ts';
import { createKeyCheck } from '../../domain/operator/key_check.ts';
import type { FileReader } from '../../domain/ports/exports.ts';
import type { OperatorStore } from '../../domain/ports/operator.ts';
import type { PictureFolder } from '../../domain/ports/picture_folder.ts';
import type { SnapshotView } from '../../domain/ports/snapshot_view.ts';
import type { Snapshot, SnapshotStore } from '../../domain/ports/snapshots.ts';
import type { UploadContents, UploadFinder } from '../../domain/ports/upload_contents.ts';
import { ok } from '../../domain/values/result.ts';
import { StorageFault, type StoreName } from '../../domain/values/storage_fault.ts';
import type { AppSettings } from '../../http/context.ts';
import { createMemoryOperator } from '../doubles/operator.ts';
import { CHANGES, EXPORTS } from './openapi/openapi_world.ts';
import { createWorld, RECEIPT, START_MS, type World } from './support.ts';

export const INSTALL = 'north-install-0001';
export const UPLOAD_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
export const KEY = `tw_${'B'.repeat(43)}`;
export const TOKEN = `tg_${'C'.repeat(43)}`;
/** The confirmation that a preview of the install's erasure issues, given the random bytes below. */
export const TICKET = `te_${'BwcH'.repeat(10)}Bwc`;
export const ICON = 'inv_sword_04.png';
export const CAUSE = 'SQLITE_IOERR';

const SETTINGS: Partial<AppSettings> = { limits: false, keys: true, selfGrants: true };

/** A world in which one port method at a time can be broken. */
export interface FaultWorld extends World {
  /** Breaks a method, such as `game.fact`: each call throws a storage fault. Null repairs the broken method. */
  breakMethod(method: string | null): void;
  /** Names of the port methods that were called so far. */
  readonly called: ReadonlySet<string>;
}

/** A publication of one file. */
const PUBLICATION: FileReader = {
  open: async () => ({
    byteLength: 4,
    tag: 'tag',
    stream: () => new Blob(['base']).stream(),
    close: async () => {},
    closed: Promise.resolve(),
  }),
};

/** Creates an app over the snapshots of `store`. The app shares no cache with another world. */
export async function createFaultWorld(store: SnapshotStore): Promise<FaultWorld> {
  const called = new Set<string>();
  let broken: string | null = null;
  const note = (method: string, name: StoreName): void => {
    called.add(method);
    if (method === broken) throw new StorageFault(name, CAUSE);
  };
  const guard: Guard = (port, prefix, name) => guarded(port, (method) => note(`${prefix}.${method}`, name));
  const operator = await createOperator();
  const { keyReader } = operator;
  const times = { clock: { nowMs: () => START_MS }, digest: nodeDigest };
  const owner = createRunner(guard(operator.store, 'operator', 'uploads'), {
    ...times,
    random: { bytes: (count) => new Uint8Array(count).fill(7) },
  });
  await owner.carryOut({ op: 'own-erase-preview', installId: INSTALL });
  called.clear();
  const world = createWorld({
    settings: { ...SETTINGS, contact: { url: 'mailto:us@witness.example', name: 'us@witness.example' } },
    owner,
    store: () => guardStore(store, guard, () => broken === 'snapshots.newest'),
    keys: createKeyCheck({ ...times, reader: guard(keyReader, 'keys', 'uploads'), noteUse: () => {} }),
    uploads: guard(UPLOADS, 'uploads', 'uploads'),
    exports: guard(EXPORTS, 'exports', 'exports'),
    changes: guard(CHANGES, 'changes', 'changes'),
    publication: guard(PUBLICATION, 'publication', 'publication'),
    icons: guard(ICONS, 'icons', 'icons'),
    intake: guard({ take: async () => ({ status: 200, body: RECEIPT }) }, 'intake', 'uploads'),
  });
  return {
    ...world,
    called,
    breakMethod: (method) => {
      broken = method;
    },
  };
}

type Guard = <Port extends object>(port: Port, prefix: string, name: StoreName) => Port;

/** Wraps a port so that each method first calls `before`. */
function guarded<Port extends object>(port: Port, before: (method: string) => void): Port {
  const members = Object.entries(port).map(([name, member]) => [
    name,
    typeof member !== 'function'
      ? member
      : async (...args: unknown[]) => {
          before(name);
          return member(...args);
        },
  ]);
  return Object.fromEntries(members) as Port;
}

/** As in the real store, `current` is null while `newest` fails, and the same snapshot is always the same object. */
function guardStore(store: SnapshotStore, guard: Guard, isBroken: () => boolean): SnapshotStore {
  const known = new Map<Snapshot, Snapshot>();
  const of = (snapshot: Snapshot | null): Snapshot | null => {
    if (snapshot === null) return null;
    const found = known.get(snapshot) ?? guardSnapshot(snapshot, guard);
    known.set(snapshot, found);
    return found;
  };
  const { newest, refresh } = guard(
    { newest: async () => of(await store.newest()), refresh: store.refresh },
    'snapshots',
    'snapshot',
  );
  return { ...store, newest, refresh, current: () => (isBroken() ? null : of(store.current())) };
}

/** The view is copied because the domain uses it as a cache key. */
function guardSnapshot(snapshot: Snapshot, guard: Guard): Snapshot {
  const view: SnapshotView = { ...snapshot.view };
  const groups = groupsOf(snapshot).map(([name, reads]) => [name, guard(reads, name, 'snapshot')]);
  return { ...guard(snapshot, 'snapshot', 'snapshot'), ...Object.fromEntries(groups), view };
}

function groupsOf(snapshot: Snapshot): readonly (readonly [string, object])[] {
  return Object.entries(snapshot).filter(([name, member]) => name !== 'view' && typeof member === 'object');
}

/**
 * Returns the names of all methods of a snapshot, such as `game.fact`, or `snapshot.fact` if the method is in no group.
 */
export function methodsOfSnapshot(snapshot: Snapshot): readonly string[] {
  return [['snapshot', snapshot] as const, ...groupsOf(snapshot)].flatMap(([group, reads]) =>
    Object.entries(reads)
      .filter(([, member]) => typeof member === 'function')
      .map(([name]) => `${group}.${name}`),
  );
}

/** Creates an operator's store with one key, one grant and one install that sent records. */
async function createOperator() {
  const operator = createMemoryOperator();
  await operator.addKey(nodeDigest.sha256(KEY), 'Reader', '2026-11-20');
  const scope = { guildName: null, realm: null, character: null, installId: INSTALL };
  const until = { issuedAtMs: START_MS, expiresAtMs: START_MS + 86_400_000 };
  await operator.addGrant({ tokenHash: nodeDigest.sha256(TOKEN), categories: ['gear'], scope, self: true, ...until });
  const store: OperatorStore = {
    ...operator,
    erase: async () => ({ records: 7 }),
    holdings: async () => ({ kinds: [], uploads: 0, firstDay: null, lastDay: null, grants: 0 }),
    knowsInstall: async () => true,
    withhold: async () => null,
    lift: async () => null,
    clearOrders: async () => undefined,
    upload: async () => null,
    session: async () => ({ uploads: 0, uploadIds: [] }),
  };
  return { store, keyReader: operator.keyReader };
}

const CONTENTS: UploadContents = {
  uploads: 1,
  uploadsRead: 1,
  uncounted: 0,
  receivedAtMs: START_MS - 60_000,
  lastSeq: 1,
  damaged: 0,
  storedByKind: [{ kind: 'npc_sighting', records: 2 }],
  summary: { repeats: {}, refused: {} },
  reportedSubjects: [
    { kind: 'npc', id: 6 },
    { kind: 'npc', id: 77 },
    { kind: 'npc_loot', id: 6 },
    { kind: 'item', id: 25 },
  ],
  reportedFacts: [{ family: 'npcs', subject: '6', field: 'name', receivedAtMs: START_MS - 60_000 }],
};

const UPLOADS: UploadFinder = { find: async (uploadId) => ok(uploadId === UPLOAD_ID ? CONTENTS : null) };

const PICTURE = { mediaType: 'image/png', bytes: Uint8Array.from([1, 2, 3]) };

const ICONS: PictureFolder = {
  find: async (icon) => (`${icon}.png` === ICON ? ICON : null),
  read: async (fileName) => (fileName === ICON ? PICTURE : null),
};
