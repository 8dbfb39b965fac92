import { contentOf, digestOf, normalised, type Rec } from './record.ts';

/** A record that an instance keeps: whose it is, and when and with what it came. */
export interface Kept {
  readonly record: Rec;
  readonly install: string;
  /** Counts the uploads, repeats included. */
  readonly upload: number;
  readonly atMs: number;
  readonly receivedMs: number;
  /** In which order it was kept. */
  readonly nth: number;
  /** Numbers of the grants that cover a named record. */
  readonly grants: readonly number[];
  /** What the upload that brought it said of the client's language; null: nothing. */
  readonly locale: string | null;
}

export interface SentUpload {
  readonly receivedMs: number;
  readonly records: readonly Rec[];
  readonly grants?: readonly number[];
  readonly locale?: string | null;
}

/** What stays of uploads: a repeat counts once, and under an eventId used before nothing else is kept. */
export interface Keeper {
  /** Answers how many of its records are new. */
  keep(upload: SentUpload): number;
  readonly kept: readonly Kept[];
}

export function newKeeper(): Keeper {
  const known = new Set<string>();
  const kept: Kept[] = [];
  let uploads = 0;
  return {
    kept,
    keep: ({ receivedMs, records, grants = [], locale = null }) => {
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
        kept.push({ record, install: record.installId, upload, atMs, receivedMs, nth: kept.length, grants, locale });
      }
      return kept.length - before;
    },
  };
}

/** What one report says of one field of a subject. Values are compared by their JSON text. */
export interface Vote {
  readonly subject: string | number;
  readonly field: string;
  readonly value: unknown;
}

/** The standing vote of each install, by subject and field. */
export type Ballots = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, unknown>>>;

/** Each install's vote is its newest report: greatest capturedAt, then the smaller digest. */
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
  return one.atMs !== other.atMs ? one.atMs > other.atMs : digestOf(one.record) < digestOf(other.record);
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

/** A value, and how many installs vote for it. */
export interface Backed {
  readonly value: unknown;
  readonly installs: number;
  /** Of a text in another language than the instance's. */
  readonly locale?: string;
}

/** Every value that somebody votes for; the texts of the values ascend. */
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

/** The one value most installs vote for, at least three of them; a tie is none. */
export function theOne(votes: ReadonlyMap<string, unknown> | undefined): Backed | undefined {
  const [first, second] = [...countVotes(votes)].sort((a, b) => b.installs - a.installs);
  if (first === undefined || first.installs < 3 || first.installs === second?.installs) return undefined;
  return first;
}

/** Every value with three installs: numbers by size, texts by their text; none is no list. */
export function everyOne(votes: ReadonlyMap<string, unknown> | undefined): readonly Backed[] | undefined {
  const standing = countVotes(votes).filter(({ installs }) => installs >= 3);
  if (standing.length === 0) return undefined;
  return standing.every(({ value }) => typeof value === 'number')
    ? [...standing].sort((a, b) => Number(a.value) - Number(b.value))
    : standing;
}

/** The same of what an install may hold several values of: each that it ever reported counts, however old. */
export function everyEver(
  reports: ReadonlyMap<string, ReadonlySet<string>> | undefined,
): readonly Backed[] | undefined {
  return everyOne(
    new Map(
      [...(reports ?? [])].flatMap(([install, values]) =>
        [...values].map((text) => [`${install} ${text}`, JSON.parse(text) as unknown] as const),
      ),
    ),
  );
}

/** By subject and field, every value that each install ever reported, as JSON text. */
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

/** The languages of the rolled clients beside the instance's own, in the order in which the service prefers them. */
const OTHERS = ['deDE', 'ruRU'] as const;

/** The field of a text that a record tells: clients that do not say their language count as the instance's, English. */
export function worded(field: string, { locale }: Kept): string {
  return locale === null || locale === 'enUS' ? field : `${field} in ${locale}`;
}

/** What stands of a text: in English, else in the one other language whose best value has most installs behind it. */
export function inOneLanguage<T extends Backed | readonly Backed[]>(
  field: string,
  standing: (field: string) => T | undefined,
): T | undefined {
  const own = standing(field);
  if (own !== undefined) return own;
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
  return best?.found;
}

/** The language of a text, as answers tell it beside it: nothing where it is the instance's. */
export function localeOf(text: { readonly locale?: string } | null | undefined): { readonly locale?: string } {
  return text?.locale === undefined ? {} : { locale: text.locale };
}

/** The one value in each language but the one in which the text stands; none is no list. */
export function elsewhere(
  field: string,
  standing: (field: string) => Backed | undefined,
): readonly Backed[] | undefined {
  const shown = inOneLanguage(field, standing)?.locale;
  const others = OTHERS.flatMap((locale): readonly Backed[] => {
    const found = locale === shown ? undefined : standing(`${field} in ${locale}`);
    return found === undefined ? [] : [{ ...found, locale }];
  });
  return others.length === 0 ? undefined : others;
}
