import type { UploadClient } from '../../domain/ports/uploads.ts';
import { postRecords, type Receipt } from './client.ts';
import * as verbs from './verbs.ts';

export * from './subjects.ts';
export * from './verbs.ts';

/**
 * A made-up world: what installs reported, in order.
 *
 *     world().install('a').looted(npc(6), item(2589));
 *     world().installs(3, (install) => install.met(npc(6, 'Kobold')).looted(npc(6), item(2589)));
 */
export interface World extends Iterable<Report> {
  /** Continues as this install. The installs of a world have either numbers or names. */
  install(name: InstallName, circumstances?: Circumstances): Install;
  /** Lets each of these installs tell something; a count means the installs from 1 on. */
  installs(names: number | readonly InstallName[], tell: (install: Install, name: InstallName) => unknown): World;
  /** Returns the records as addons send them. */
  records(): Record<string, unknown>[];
  /** Sends one upload per install to an instance, and returns the receipts. Throws if anything is refused. */
  sendTo(url: string, headersOf?: HeadersOf): Promise<readonly Receipt[]>;
}

export type InstallName = number | string;

/** Returns the additional headers of an install's upload. */
export type HeadersOf = (name: InstallName) => Readonly<Record<string, string>>;

/** One install of a world, with the verbs of verbs.ts as methods. */
export type Install = World & Verbs & Modifiers;

type Verbs = {
  readonly [V in keyof typeof verbs]: (...seen: Parameters<(typeof verbs)[V]>) => Install;
};

interface Modifiers {
  /** Reports what one of the verbs returned. */
  reported(...seen: readonly verbs.Seen[]): Install;
  /** Changes the time of all following reports. */
  at(capturedAt: string): Install;
  /** Sets the event id of the next report, or leaves it out if null. */
  event(id: string | null): Install;
}

/** Optional properties of a report. */
export interface Circumstances {
  /** Defaults to SEEN_AT. */
  readonly at?: string;
  /** Defaults to an id that is unique within the install. Null leaves it out. */
  readonly event?: string | null;
  /** Number of the upload. By default, every report is an upload of its own. */
  readonly upload?: number;
  /** Language of the client, as named by the upload. Defaults to none. */
  readonly locale?: string;
  /** Build, season and region of the client, as named by the upload. Default to none. */
  readonly client?: UploadClient;
  /** Numbers of the grants that cover the report. */
  readonly grants?: readonly number[];
  /** True if the install became a witness from an IPv6 network. */
  readonly ipv6?: boolean;
  /** False if the texts of the report violate today's rules. */
  readonly fit?: boolean;
}

/** One report of one install, which is identified by a number. */
export interface Report extends Circumstances, verbs.Seen {
  readonly install: number;
}

type SameReport = Pick<Report, 'install' | 'kind' | 'fields' | 'at'>;

export const SEEN_AT = '2026-01-09T18:30:00Z';

/** Returns the id of an install. A name of eight characters or more is the id itself. */
export function installId(name: InstallName): string {
  return typeof name === 'string' && name.length >= 8 ? name : `install-of-${name}`;
}

export function world(): World {
  return createWorld([]);
}

/** Returns the same reports by each of these installs. */
export function reportedBy(installs: readonly number[], ...seen: readonly verbs.Seen[]): SameReport[] {
  return installs.flatMap((install) => seen.map((one) => ({ install, ...one })));
}

/** Like `reportedBy`, at this time. */
export function reportedAt(at: string, installs: readonly number[], ...seen: readonly verbs.Seen[]): SameReport[] {
  return reportedBy(installs, ...seen).map((report) => ({ ...report, at }));
}

interface Entry extends Circumstances, verbs.Seen {
  readonly name: InstallName;
}

function createWorld(entries: Entry[]): World {
  const created: World = {
    install: (name, circumstances = {}) => createInstall(entries, name, circumstances),
    installs: (names, tell) => {
      const all = typeof names === 'number' ? Array.from({ length: names }, (_, i) => i + 1) : names;
      for (const name of all) tell(created.install(name), name);
      return created;
    },
    records: () => recordsOf(entries),
    sendTo: (url, headersOf = () => ({})) => sendEach(url, entries, headersOf),
    [Symbol.iterator]: () => numbered(entries).values(),
  };
  return created;
}

function createInstall(entries: Entry[], name: InstallName, circumstances: Circumstances): Install {
  let current = circumstances;
  let event: Pick<Circumstances, 'event'> = {};
  const reported = (...seen: readonly verbs.Seen[]): Install => {
    for (const one of seen) entries.push({ name, ...current, ...event, ...one });
    event = {};
    return install;
  };
  const methods = Object.entries(verbs).map(([verb, tell]) => [
    verb,
    (...args: readonly unknown[]) => reported((tell as (...args: readonly unknown[]) => verbs.Seen)(...args)),
  ]);
  const install: Install = {
    ...createWorld(entries),
    ...(Object.fromEntries(methods) as Verbs),
    reported,
    at: (at) => {
      current = { ...current, at };
      return install;
    },
    event: (id) => {
      event = { event: id };
      return install;
    },
  };
  return install;
}

/** Installs that are named by a text get the numbers from 1 on, in the order in which they first appear. */
function numbered(entries: readonly Entry[]): readonly Report[] {
  const numbers = new Map<InstallName, number>();
  return entries.map(({ name, ...report }) => {
    const install = typeof name === 'number' ? name : (numbers.get(name) ?? numbers.size + 1);
    if (typeof name === 'string') numbers.set(name, install);
    return { install, ...report };
  });
}

function recordsOf(entries: readonly Entry[]): Record<string, unknown>[] {
  const counts = new Map<InstallName, number>();
  return entries.map(({ name, kind, fields, at = SEEN_AT, event }) => {
    const n = (counts.get(name) ?? 0) + 1;
    counts.set(name, n);
    if (kind === 'achievement_owned') return { kind, capturedAt: at, ...fields };
    const eventId = event === undefined ? `event-${n}` : event;
    const ids = { installId: installId(name), ...(eventId === null ? {} : { eventId }) };
    return { kind, ...ids, capturedAt: at, ...fields };
  });
}

async function sendEach(url: string, entries: readonly Entry[], headersOf: HeadersOf): Promise<readonly Receipt[]> {
  const records = recordsOf(entries);
  const receipts: Receipt[] = [];
  const uploadOf = ({ name, client = {} }: Entry): string => JSON.stringify([name, client]);
  for (const [one, { name, client }] of new Map(entries.map((entry) => [uploadOf(entry), entry]))) {
    const upload = records.filter((_, i) => uploadOf(entries[i]!) === one);
    const { status, receipt } = await postRecords(url, upload, headersOf(name), { ...client });
    if (status !== 200 || receipt.rejected?.length !== 0) {
      throw new Error(`An upload was answered with ${status}: ${JSON.stringify(receipt)}`);
    }
    receipts.push(receipt);
  }
  return receipts;
}
