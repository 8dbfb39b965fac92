import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { DAY_MS, instantText } from '../realm/record.ts';
import { type NamedRecords, rollNamed } from '../realm/roll/named.ts';
import { type Realm, rollRealm } from '../realm/roll.ts';
import { sampleRecord } from '../schema/samples.ts';

const SEED = 7;
const DAYS = 4;

/** The records to send. Most are two days old and the rest are new, so that daily figures are public at once. */
export interface SeedRecords {
  readonly sentFirstMs: number;
  readonly realm: Realm;
  readonly named: NamedRecords;
  /** One record of every kind that names nobody, from each of three installs. */
  readonly samples: readonly (readonly object[])[];
  /** One record of every kind that needs a grant, all from one install. */
  readonly personal: { readonly installId: string; readonly records: readonly object[] };
}

/** Returns the same realm every day, in the days before today. */
export function rollSeed(nowMs: number): SeedRecords {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const sentFirstMs = todayMs - DAY_MS;
  const startMs = sentFirstMs - DAYS * DAY_MS;
  const size = { installs: 8, days: DAYS, share: 0.04, zeal: 1 };
  const realm = rollRealm({ seed: SEED, world: null, ...size, startMs, phasesMs: [sentFirstMs, nowMs] });
  const [first, second] = realm.players;
  const installs = realm.players.slice(0, 3).map(({ installId }) => installId);
  const kinds = [...RECORD_KINDS.values()];
  const of = (installId: string, isPersonal: boolean): readonly object[] =>
    kinds
      .filter(({ sharing }) => (sharing !== null) === isPersonal)
      .map(({ kind }) => sampleOf(kind, installId, sentFirstMs - DAY_MS));
  return {
    sentFirstMs,
    realm,
    named: rollNamed(SEED, [first!, second!], startMs),
    samples: installs.map((installId) => of(installId, false)),
    personal: { installId: installs[0]!, records: of(installs[0]!, true) },
  };
}

/** A record without installId belongs to the install of the records around it. */
function sampleOf(kind: string, installId: string, atMs: number): object {
  const sample = sampleRecord(kind);
  const own = { installId, eventId: `seed:${kind}`, capturedAt: instantText(atMs) };
  return { ...sample, ...Object.fromEntries(Object.entries(own).filter(([name]) => name in sample)) };
}
