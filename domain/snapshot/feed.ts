import { isSelfGranted } from '../families/counting/granted.ts';
import type { CorpusAddition } from '../ports/corpus.ts';
import type { Digest } from '../ports/digest.ts';
import type { FeedPlace } from '../ports/evidence.ts';
import type { FeedTime } from '../ports/exports.ts';
import type { StoredRecord } from '../ports/uploads.ts';

/** Hexadecimal characters kept of the keyed digest of an id that an addon chose. */
const ID_DIGEST_CHARS = 24;

/** What the feed is made with; the key is uploads.db's secret (UploadReader.feedKey). */
export interface FeedRules {
  readonly digest: Digest;
  readonly feedKey: string;
  readonly time: FeedTime;
}

/** A row of the public feed before it is put in order. */
export interface FeedRow {
  readonly kind: string;
  readonly seq: number;
  readonly installN: number;
  /** Sorts the row within its kind: a keyed digest, so that the order tells nothing of who sent what when. */
  readonly order: string;
  /** Only its install granted it, and `text` says so. */
  readonly self: boolean;
  /** The record as finished JSON: without the install, its event and scan id replaced by their keyed digests. */
  readonly text: string;
}

/** The public row of a record. Two rows of one install and event id never exist, so digests stay as distinct as ids. */
export function feedRow(record: StoredRecord, rules: FeedRules): FeedRow {
  const { digest, feedKey } = rules;
  const self = isSelfGranted(record.grants);
  const text = withClearName(
    withScanDigested(publicBody(record, eventMember(record, rules), rules.time), record, rules),
    record.kind,
  );
  return {
    kind: record.kind,
    seq: record.seq,
    installN: record.installN,
    order: digest.keyed(feedKey, `order:${record.seq}`),
    self,
    text: self ? withSelfGrant(text) : text,
  };
}

/** Rows of the feed put in order, and where each will stand. */
export interface FeedPlan {
  readonly additions: readonly CorpusAddition[];
  readonly places: readonly FeedPlace[];
}

/**
 * Groups rows by kind, kinds in name order, rows within a kind by their `order`. `counts`: how many rows of each kind
 * there are already.
 */
export function planFeed(rows: readonly FeedRow[], counts: Readonly<Record<string, number>>): FeedPlan {
  const byKind = new Map<string, FeedRow[]>();
  for (const row of rows) {
    const group = byKind.get(row.kind);
    if (group === undefined) byKind.set(row.kind, [row]);
    else group.push(row);
  }
  const places: FeedPlace[] = [];
  const additions = [...byKind.keys()].sort().map((kind) => {
    const ordered = byKind.get(kind)!.sort((a, b) => (a.order < b.order ? -1 : 1));
    const start = counts[kind] ?? 0;
    for (const [i, { seq, installN, self }] of ordered.entries())
      places.push({ seq, installN, kind, place: start + i, ...(self ? { self } : {}) });
    return { kind, rows: ordered.map((row) => row.text) };
  });
  return { additions, places };
}

function eventMember({ installN, eventId }: StoredRecord, { digest, feedKey }: FeedRules): string {
  return eventId === null
    ? ''
    : `"eventId":"${digest.keyed(feedKey, `${installN}:${eventId}`).slice(0, ID_DIGEST_CHARS)}",`;
}

/** As the last member: named records have fields of their own, so that there is one before it. */
function withSelfGrant(text: string): string {
  return `${text.slice(0, -1)},"grant":"self"}`;
}

const SCAN_KIND = 'auction_scan';

/**
 * Replaces the scan id: records of one scan stay together, scans of two installs stay apart. Addons make these ids of
 * their install's, and whoever knows that can send and erase as it. A quote inside a JSON text has a backslash before
 * it, so that the member is found nowhere else.
 */
function withScanDigested(text: string, { kind, installN }: StoredRecord, { digest, feedKey }: FeedRules): string {
  return kind !== SCAN_KIND
    ? text
    : text.replace(
        /"scanId":"([^"]*)"/,
        (_, scanId: string) =>
          `"scanId":"${digest.keyed(feedKey, `scan:${installN}:${scanId}`).slice(0, ID_DIGEST_CHARS)}"`,
      );
}

/** By kind: the members before its `itemId`, and what that item is, which the one name does not say of two kinds. */
const ITEM_NAMES: ReadonlyMap<string, readonly [member: RegExp, name: string]> = new Map([
  ['recipe_seen', [/"itemId":(\d+)(?=\}$)/, 'taughtByItemId']],
  ['recipe_observed', [/(?<="difficulty":"[a-z]+",)"itemId":(\d+)/, 'makesItemId']],
]);

/** The item of a recipe under both of its names (contract, section 4, Corpus page). */
function withClearName(text: string, kind: string): string {
  const [member, name] = ITEM_NAMES.get(kind) ?? [];
  return member === undefined ? text : text.replace(member, `"itemId":$1,"${name}":$1`);
}

/**
 * Cuts the stored body behind `{"kind":"…",` and puts the event member there. With `day`, the capturedAt that follows
 * is replaced too. A body of another form is a bug in whoever stored it.
 */
function publicBody(record: StoredRecord, event: string, time: FeedTime): string {
  const { kind, body, capturedAtMs } = record;
  const head = `{"kind":"${kind}",`;
  const captured = '"capturedAt":"';
  if (!body.startsWith(head + captured))
    throw new Error(`a stored ${kind} record does not begin with kind, capturedAt`);
  if (time === 'exact') return head + event + body.slice(head.length);
  const rest = body.indexOf('"', head.length + captured.length);
  return `${head}${event}${captured}${utcDay(capturedAtMs)}T00:00:00Z${body.slice(rest)}`;
}

function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
