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

/** All that a world must hold, whatever happened to its files: who told what, and what was asked of it since. */
export interface Model {
  /** By install and identity. */
  readonly kept: Map<string, Held>;
  readonly erased: Set<number>;
  readonly withheld: Set<number>;
  /** In the order in which they were issued; revoked ones stay in it. */
  readonly grants: ModelGrant[];
  readonly revoked: Set<number>;
  /** When the newest upload that brought something came in. */
  newestMs: number;
  uploads: number;
}

export const newModel = (): Model => ({
  ...{ kept: new Map(), erased: new Set(), withheld: new Set(), grants: [], revoked: new Set() },
  ...{ newestMs: 0, uploads: 0 },
});

/** What a receipt has to say of one record: kept, a repeat, or the code of its refusal; `bad` is any of its schema. */
export type Fate = 'new' | 'duplicate' | 'bad' | 'captured-at-future' | 'event-reused' | 'install-erased' | GrantFault;
type GrantFault = 'grant-missing' | 'grant-not-covering';

const AHEAD_MS_MAX = 86_400_000;

export const tokensOf = ({ grants }: Model, { tokens }: Upload): readonly ModelGrant[] =>
  grants.length === 0 ? [] : [...new Set(tokens.map((n) => grants[n % grants.length]!))];

const keyOf = (install: number, record: Rec): string => {
  const { eventId } = record as { readonly eventId?: string };
  return `${install} ${eventId === undefined ? `content ${contentOf(record)}` : `event ${eventId}`}`;
};

/** Takes an upload in, and says what its receipt tells of each record. */
export const takeIn = (model: Model, upload: Upload, nowMs: number): readonly Fate[] => {
  const sent = tokensOf(model, upload);
  const nth = model.uploads++;
  return upload.records.map((sketch) => {
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
};

/** The grants that cover a record; null: it needs one and has none. */
const coveringOf = (
  { revoked, erased }: Model,
  { kind, install }: RecordSketch,
  sent: readonly ModelGrant[],
): readonly number[] | null => {
  if (kind !== 'gold_snapshot') return [];
  const covering = sent.filter((grant) => grant.install === install && !revoked.has(grant.n) && !erased.has(install));
  return covering.length === 0 ? null : covering.map(({ n }) => n);
};

export const eraseIn = (model: Model, install: number): void => {
  model.erased.add(install);
  model.withheld.delete(install);
  for (const [key, { sketch }] of model.kept) if (sketch.install === install) model.kept.delete(key);
};

export const holdsOf = ({ kept }: Model, install: number): number =>
  [...kept.values()].filter(({ sketch }) => sketch.install === install).length;

/** What counts: not what is withheld, nor named records without a grant that holds. */
export const countingIn = ({ kept, withheld, revoked }: Model): readonly Kept[] =>
  [...kept.values()]
    .filter(({ sketch }) => !withheld.has(sketch.install))
    .map((one) => ({ ...one, grants: one.grants.filter((n) => !revoked.has(n)) }))
    .filter(({ record, grants }) => record.kind !== 'gold_snapshot' || grants.length > 0);

/** A model of its own, to try what might have happened. */
export const copyOf = (model: Model): Model => ({
  ...{ kept: new Map(model.kept), erased: new Set(model.erased), withheld: new Set(model.withheld) },
  ...{ grants: [...model.grants], revoked: new Set(model.revoked) },
  ...{ newestMs: model.newestMs, uploads: model.uploads },
});
