import type { Kept } from '../realm/kept.ts';
import { contentOf, type Rec } from '../realm/record.ts';
import type { RecordSketch, Upload } from './commands.ts';
import { installOf, recordOf } from './records.ts';

/** A grant for the money of one install. */
export interface ModelGrant {
  readonly n: number;
  readonly token: string;
  readonly install: number;
}

type Held = Kept & { readonly sketch: RecordSketch };

/**
 * The expected content of a world, whatever happened to its files: the records of each install, and the requests made
 * about installs and grants.
 */
export interface Model {
  /** Keyed by install and record identity. */
  readonly kept: Map<string, Held>;
  readonly erased: Set<number>;
  readonly withheld: Set<number>;
  /** In the order in which they were issued, including revoked grants. */
  readonly grants: ModelGrant[];
  readonly revoked: Set<number>;
  /** Time of the newest upload that stored a record. */
  newestMs: number;
  uploads: number;
  /** Minimum number of networks that any three witnesses come from. */
  readonly networks: number;
  /**
   * Installs in the order of their first stored record. True if the install still waits to be admitted as a witness of
   * a network.
   */
  readonly waits: Map<number, boolean>;
  places: readonly { readonly network: number; readonly install: number; readonly atMs: number }[];
}

export function newModel(networks: number): Model {
  return {
    kept: new Map(),
    erased: new Set(),
    withheld: new Set(),
    grants: [],
    revoked: new Set(),
    newestMs: 0,
    uploads: 0,
    networks,
    waits: new Map(),
    places: [],
  };
}

/**
 * The expected outcome of one record in a receipt: stored, a repeat, or the code of the refusal. `bad` is any violation
 * of the schema.
 */
export type Fate = 'new' | 'duplicate' | 'bad' | 'captured-at-future' | 'event-reused' | 'install-erased' | GrantFault;
type GrantFault = 'grant-missing' | 'grant-not-covering';

const AHEAD_MS_MAX = 86_400_000;

export function tokensOf({ grants }: Model, { tokens }: Upload): readonly ModelGrant[] {
  return grants.length === 0 ? [] : [...new Set(tokens.map((n) => grants[n % grants.length]!))];
}

function keyOf(install: number, record: Rec): string {
  const { eventId } = record as { readonly eventId?: string };
  return `${install} ${eventId === undefined ? `content ${contentOf(record)}` : `event ${eventId}`}`;
}

/** Adds an upload to the model and returns the outcome that the receipt must report for each record. */
export function takeIn(model: Model, upload: Upload, nowMs: number): readonly Fate[] {
  const sent = tokensOf(model, upload);
  const nth = model.uploads++;
  const fates = upload.records.map((sketch): Fate => {
    const record = recordOf(sketch);
    const atMs = Date.parse(record.capturedAt);
    if (sketch.bad) return 'bad';
    const covering = coveringOf(model, sketch, sent);
    if (covering === null) return sent.length === 0 ? 'grant-missing' : 'grant-not-covering';
    if (atMs > nowMs + AHEAD_MS_MAX) return 'captured-at-future';
    if (model.erased.has(sketch.install)) return 'install-erased';
    const key = keyOf(sketch.install, record);
    const known = model.kept.get(key);
    if (known === undefined) {
      const grants = { grants: covering, locale: upload.locale };
      const install = installOf(sketch.install);
      model.kept.set(key, {
        sketch,
        record,
        install,
        upload: nth,
        atMs,
        receivedMs: nowMs,
        nth: model.kept.size,
        ...grants,
      });
      model.newestMs = Math.max(model.newestMs, nowMs);
      return 'new';
    }
    if (contentOf(known.record) !== contentOf(record)) return 'event-reused';
    model.kept.set(key, { ...known, grants: [...new Set([...known.grants, ...covering])] });
    return 'duplicate';
  });
  if (fates.includes('new')) {
    const named = upload.records.filter((_, i) => KEPT_FATES.has(fates[i]!)).map(({ install }) => install);
    judge(model, upload.from ?? 0, [...new Set(named)], nowMs);
  }
  return fates;
}

const KEPT_FATES: ReadonlySet<Fate> = new Set(['new', 'duplicate', 'event-reused']);

const DAY_MS = 86_400_000;
function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/**
 * Admits witnesses of a network: first the waiting installs in the order in which they arrived, then the new installs.
 */
function judge(model: Model, network: number, named: readonly number[], nowMs: number): void {
  const { waits, networks } = model;
  const added = named.filter((install) => !waits.has(install));
  const waiting = [...waits.keys()].filter((install) => waits.get(install) === true && named.includes(install));
  for (const install of added) waits.set(install, networks > 1);
  if (networks === 1 || added.length + waiting.length === 0) return;
  model.places = model.places.filter(({ atMs }) => dayOf(nowMs) - dayOf(atMs) < 30);
  for (const install of [...waiting, ...added]) {
    if (model.places.filter((place) => place.network === network).length >= 4 - networks) continue;
    model.places = [...model.places, { network, install, atMs: nowMs }];
    waits.set(install, false);
  }
}

/** Returns the grants that cover a record, or null if the record needs a grant and has none. */
function coveringOf(
  { revoked, erased }: Model,
  { kind, install }: RecordSketch,
  sent: readonly ModelGrant[],
): readonly number[] | null {
  if (kind !== 'gold_snapshot') return [];
  const covering = sent.filter((grant) => grant.install === install && !revoked.has(grant.n) && !erased.has(install));
  return covering.length === 0 ? null : covering.map(({ n }) => n);
}

export function eraseIn(model: Model, install: number): void {
  model.erased.add(install);
  model.withheld.delete(install);
  model.waits.delete(install);
  model.places = model.places.filter((place) => place.install !== install);
  for (const [key, { sketch }] of model.kept) if (sketch.install === install) model.kept.delete(key);
}

export function holdsOf({ kept }: Model, install: number): number {
  return [...kept.values()].filter(({ sketch }) => sketch.install === install).length;
}

/** Returns the records in the feed: without withheld installs and without named records that no valid grant covers. */
export function standingIn({ kept, withheld, revoked }: Model): readonly Kept[] {
  return [...kept.values()]
    .filter(({ sketch }) => !withheld.has(sketch.install))
    .map((one) => ({ ...one, grants: one.grants.filter((n) => !revoked.has(n)) }))
    .filter(({ record, grants }) => record.kind !== 'gold_snapshot' || grants.length > 0);
}

/** Returns the records that count in facts: those in the feed that come from witnesses. */
export function countingIn(model: Model): readonly Kept[] {
  const waiting = new Set([...model.waits].filter(([, waits]) => waits).map(([install]) => installOf(install)));
  return standingIn(model).filter(({ install }) => !waiting.has(install));
}

/** Copies the model, so that a possible outcome can be tried. */
export function copyOf(model: Model): Model {
  return {
    kept: new Map(model.kept),
    erased: new Set(model.erased),
    withheld: new Set(model.withheld),
    grants: [...model.grants],
    revoked: new Set(model.revoked),
    newestMs: model.newestMs,
    uploads: model.uploads,
    networks: model.networks,
    waits: new Map(model.waits),
    places: model.places,
  };
}
