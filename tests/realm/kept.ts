import { contentOf, digestOf, normalised, type Rec } from './record.ts';

/** A record that the instance stored, with its install, upload, times, grants and language. */
export interface Kept {
  /** The record, with the mark of its region in the name of its realm. */
  readonly record: Rec;
  /** The record as it was sent, and the region that its upload named. Absent if the upload named none. */
  readonly sent?: Rec;
  readonly region?: number;
  readonly install: string;
  /** Sequence number of the upload. Repeated uploads are numbered, too. */
  readonly upload: number;
  readonly atMs: number;
  readonly receivedMs: number;
  /** Position of the record in the order in which records were stored. */
  readonly nth: number;
  /** Numbers of the grants that cover the record, if it is a named record. */
  readonly grants: readonly number[];
  /** The client language that the record's upload declared, or null if it declared none. */
  readonly locale: string | null;
}

export interface SentUpload {
  readonly receivedMs: number;
  readonly records: readonly Rec[];
  readonly grants?: readonly number[];
  readonly locale?: string | null;
  readonly region?: number | null;
}

/** Stores the records of uploads. Ignores repeated records and records whose `eventId` the install has used before. */
export interface Keeper {
  /** Returns how many of the upload's records are new. */
  keep(upload: SentUpload): number;
  readonly kept: readonly Kept[];
}

export function newKeeper(): Keeper {
  const known = new Set<string>();
  const kept: Kept[] = [];
  let uploads = 0;
  return {
    kept,
    keep: ({ receivedMs, records, grants = [], locale = null, region = null }) => {
      const before = kept.length;
      const upload = uploads++;
      for (const sent of records) {
        const record = normalised(sent);
        if (!('installId' in record)) throw new Error('records without an install of their own are not rolled');
        const identity = record.eventId === undefined ? `content ${contentOf(record)}` : `event ${record.eventId}`;
        const key = `${record.installId} ${identity}`;
        if (known.has(key)) continue;
        known.add(key);
        const atMs = Date.parse(record.capturedAt);
        const told = region === null ? { record } : { record: markRealm(record, region), sent: record, region };
        kept.push({ ...told, install: record.installId, upload, atMs, receivedMs, nth: kept.length, grants, locale });
      }
      return kept.length - before;
    },
  };
}

const MARKS = ['US', 'KR', 'EU', 'TW', 'CN'];

/** Realms of one name in two regions are different realms, which a mark after the name tells apart. */
function markRealm(record: Rec, region: number): Rec {
  const { realm } = record as { readonly realm?: string };
  return realm === undefined ? record : ({ ...record, realm: `${realm} (${MARKS[region - 1]})` } as Rec);
}

/** One report's value for one field of a subject. Values are compared by their JSON text. */
export interface Vote {
  readonly subject: string | number;
  readonly field: string;
  readonly value: unknown;
}

/** Each install's current vote, keyed by subject, field and install. */
export type Ballots = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, unknown>>>;

/**
 * Collects the votes. Each install's vote is its newest report: the one with the latest `capturedAt`, then the smaller
 * digest.
 */
export function ballotsOf(kept: readonly Kept[], votesOf: (record: Rec, by: Kept) => readonly Vote[]): Ballots {
  const newest = new Map<string, Map<string, Map<string, { by: Kept; value: unknown }>>>();
  for (const by of kept) {
    for (const { subject, field, value } of votesOf(by.record, by)) {
      if (value === undefined) continue;
      const fields = reach(newest, String(subject), () => new Map());
      const installs = reach(fields, field, () => new Map());
      const standing = installs.get(by.install);
      if (standing === undefined || isNewer(by, standing.by)) installs.set(by.install, { by, value });
    }
  }
  return mapValues(newest, (fields) => mapValues(fields, (installs) => mapValues(installs, ({ value }) => value)));
}

function isNewer(one: Kept, other: Kept): boolean {
  return one.atMs !== other.atMs
    ? one.atMs > other.atMs
    : digestOf(one.sent ?? one.record) < digestOf(other.sent ?? other.record);
}

export function reach<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

export function mapValues<K, V, W>(map: ReadonlyMap<K, V>, work: (value: V, key: K) => W): Map<K, W> {
  return new Map([...map].map(([key, value]) => [key, work(value, key)]));
}

/** A value and the number of installs that vote for it. */
export interface Backed {
  readonly value: unknown;
  readonly installs: number;
  /** The language of a text, if it is not the instance's language. */
  readonly locale?: string;
}

/** Returns every value with its number of votes, sorted by the value's JSON text. */
export function countVotes(votes: ReadonlyMap<string, unknown> | undefined): readonly Backed[] {
  const counts = new Map<string, number>();
  for (const value of votes?.values() ?? []) {
    const text = JSON.stringify(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([text, installs]) => ({ value: JSON.parse(text) as unknown, installs }));
}

/** Returns the value with the most votes, or undefined if it has fewer than three or is tied for first place. */
export function theOne(votes: ReadonlyMap<string, unknown> | undefined): Backed | undefined {
  const [first, second] = [...countVotes(votes)].sort((a, b) => b.installs - a.installs);
  if (first === undefined || first.installs < 3 || first.installs === second?.installs) return undefined;
  return first;
}

/**
 * Returns every value with at least three votes and a tenth of the voters, or undefined if there is none. Numbers are
 * sorted by size, other values by their JSON text.
 */
export function everyOne(
  votes: ReadonlyMap<string, unknown> | undefined,
  voters = votes?.size ?? 0,
): readonly Backed[] | undefined {
  const standing = countVotes(votes).filter(({ installs }) => installs >= 3 && installs >= voters / 10);
  if (standing.length === 0) return undefined;
  return standing.every(({ value }) => typeof value === 'number')
    ? [...standing].sort((a, b) => Number(a.value) - Number(b.value))
    : standing;
}

/**
 * Like `everyOne`, but counts every value that an install ever reported, not only its newest. `isShared` tells whether a
 * tenth of the reporters must have reported the value.
 */
export function everyEver(
  reports: ReadonlyMap<string, ReadonlySet<string>> | undefined,
  isShared: boolean,
): readonly Backed[] | undefined {
  return everyOne(
    new Map(
      [...(reports ?? [])].flatMap(([install, values]) =>
        [...values].map((text) => [`${install} ${text}`, JSON.parse(text) as unknown] as const),
      ),
    ),
    isShared ? (reports?.size ?? 0) : 0,
  );
}

/** Returns every value that each install ever reported, as JSON text, keyed by subject, field and install. */
export function reportsOf(
  kept: readonly Kept[],
  votesOf: (record: Rec, by: Kept) => readonly Vote[],
): ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>> {
  const reports = new Map<string, Map<string, Map<string, Set<string>>>>();
  for (const by of kept) {
    const { record, install } = by;
    for (const { subject, field, value } of votesOf(record, by)) {
      if (value === undefined) continue;
      const fields = reach(reports, String(subject), () => new Map());
      const installs = reach(fields, field, () => new Map());
      reach(installs, install, () => new Set()).add(JSON.stringify(value));
    }
  }
  return reports;
}

/** The rolled clients' languages other than the instance's own, in the service's order of preference. */
const OTHERS = ['deDE', 'ruRU'] as const;

/**
 * Returns the name under which votes on a text are counted, which depends on the client's language. Clients that do not
 * declare a language count as English, the instance's language.
 */
export function worded(field: string, { locale }: Kept): string {
  return locale === null || locale === 'enUS' ? field : `${field} in ${locale}`;
}

/**
 * Returns a text's public values in English if the best of them has a third of the votes of the best value in another
 * language, otherwise those in the other language whose best value has the most votes.
 */
export function inOneLanguage<T extends Backed | readonly Backed[]>(
  field: string,
  standing: (field: string) => T | undefined,
): T | undefined {
  const own = standing(field);
  let best: { readonly found: T; readonly installs: number } | null = null;
  for (const locale of OTHERS) {
    const found = standing(`${field} in ${locale}`);
    if (found === undefined) continue;
    const list = [found].flat() as readonly Backed[];
    const installs = Math.max(...list.map((one) => one.installs));
    const told = list.map((one) => ({ ...one, locale }));
    if (best === null || installs > best.installs) {
      best = { found: (Array.isArray(found) ? told : told[0]) as unknown as T, installs };
    }
  }
  const ownInstalls = Math.max(0, ...([own ?? []].flat() as readonly Backed[]).map((one) => one.installs));
  return own !== undefined && ownInstalls >= (best?.installs ?? 0) / 3 ? own : best?.found;
}

/** Returns a text's `locale` property as answers show it. It is absent if the text is in the instance's language. */
export function localeOf(text: { readonly locale?: string } | null | undefined): { readonly locale?: string } {
  return text?.locale === undefined ? {} : { locale: text.locale };
}

/**
 * Returns the public value in each language except the one in which the text is shown, or undefined if there is none.
 */
export function elsewhere(
  field: string,
  standing: (field: string) => Backed | undefined,
): readonly Backed[] | undefined {
  const shown = inOneLanguage(field, standing)?.locale;
  const others = OTHERS.flatMap((locale): readonly Backed[] => {
    const found = locale === shown ? undefined : standing(`${field} in ${locale}`);
    return found === undefined ? [] : [{ ...found, locale }];
  });
  const english = shown === undefined ? undefined : standing(field);
  const all = english === undefined ? others : [english, ...others];
  return all.length === 0 ? undefined : all;
}
