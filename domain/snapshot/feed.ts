import { isSelfGranted } from '../families/counting/granted.ts';
import type { CorpusAddition } from '../ports/corpus.ts';
import type { Digest } from '../ports/digest.ts';
import type { FeedTime } from '../ports/exports.ts';
import type { FeedPosition } from '../ports/pending_feed.ts';
import type { StoredRecord } from '../ports/uploads.ts';
import { formatUtcDay } from '../values/instant.ts';

/** Number of hexadecimal characters (96 bits) in the digest that replaces an id chosen by an addon. */
const ID_DIGEST_CHARS = 24;

/** Inputs for building feed rows. */
export interface FeedRules {
  readonly digest: Digest;
  /** Secret of 64 hexadecimal digits, which nothing else uses. */
  readonly key: string;
  readonly time: FeedTime;
}

/** Returns the rules of an instance. `feedKey` is the secret stored in uploads.db (UploadReader.feedKey). */
export function createFeedRules(digest: Digest, feedKey: string, time: FeedTime): FeedRules {
  return { digest, key: digest.keyed(feedKey, 'feed'), time };
}

/** A row of the public feed before sorting. */
export interface FeedRow {
  readonly kind: string;
  readonly seq: number;
  readonly installN: number;
  /** Sort key within the kind. It is the public event id, so the order reveals nothing that the rows do not. */
  readonly order: string;
  /** True if only the record's own install granted it, which `text` also says. */
  readonly self: boolean;
  /** The record as finished JSON, without its install. Event id and scan id are replaced by keyed digests. */
  readonly text: string;
}

/** Builds the public row of a record. Event ids are unique within an install, and so are their digests. */
export function buildFeedRow(record: StoredRecord, rules: FeedRules): FeedRow {
  const { seq, installN, eventId } = record;
  const order = digestEventId(eventId === null ? `seq:${seq}` : `event:${installN}:${eventId}`, rules);
  const event = eventId === null ? '' : `"eventId":"${order}",`;
  const self = isSelfGranted(record.grants);
  const body = buildPublicBody(record, event, rules.time);
  const named = addClearName(digestScanId(omitQuestLog(body, record), record, rules), record.kind);
  const text = addRegion(named, record);
  return {
    kind: record.kind,
    seq,
    installN,
    order,
    self,
    // Named records have fields of their own, so there is always a member before it.
    text: self ? `${text.slice(0, -1)},"grant":"self"}` : text,
  };
}

/** Sorted feed rows, and the place that each row will get. */
export interface FeedPlan {
  readonly additions: readonly CorpusAddition[];
  readonly places: readonly FeedPosition[];
}

/**
 * Sorts rows by kind, then by `order`, so that the records of an upload do not stay together. `counts` is the number of
 * existing rows of each kind.
 */
export function planFeed(rows: readonly FeedRow[], counts: Readonly<Record<string, number>>): FeedPlan {
  const byKind = new Map<string, FeedRow[]>();
  for (const row of rows) {
    const group = byKind.get(row.kind);
    if (group === undefined) byKind.set(row.kind, [row]);
    else group.push(row);
  }
  const places: FeedPosition[] = [];
  const additions = [...byKind.keys()].sort().map((kind) => {
    const ordered = byKind.get(kind)!.sort((a, b) => (a.order < b.order ? -1 : 1));
    const start = counts[kind] ?? 0;
    for (const [i, { seq, installN, self }] of ordered.entries())
      places.push({ seq, installN, kind, place: start + i, ...(self ? { self } : {}) });
    return { kind, rows: ordered.map((row) => row.text) };
  });
  return { additions, places };
}

/**
 * Digests an id in a single SHA-256, which costs a quarter of an HMAC. The key fills the first block of the hash, and
 * only part of the result is published, so nobody can compute digests of longer ids from it.
 */
function digestEventId(id: string, { digest, key }: FeedRules): string {
  return digest.sha256(key + id).slice(0, ID_DIGEST_CHARS);
}

/** Kinds with a realm, which several regions may have. */
export const KINDS_WITH_REALM: ReadonlySet<string> = new Set([
  ...['auction_scan', 'price_seen', 'gear_snapshot', 'gold_snapshot', 'money_event'],
  ...['guild_snapshot', 'raid_lockout', 'attendance', 'loot_award'],
]);

/** Appends the region that the upload named to rows of kinds with a realm. */
function addRegion(text: string, { kind, region }: StoredRecord): string {
  return region === undefined || !KINDS_WITH_REALM.has(kind) ? text : `${text.slice(0, -1)},"region":${region}}`;
}

/**
 * Removes the quests in the player's log, because a quest log tells players apart. The regular expression cannot match
 * inside a string, where JSON escapes every quote with a backslash.
 */
function omitQuestLog(text: string, { kind }: StoredRecord): string {
  return kind === 'loot' ? text.replace(/,"questIds":\[[^\]]*\]/, '') : text;
}

const SCAN_KIND = 'auction_scan';

/**
 * Replaces the scan id with a keyed digest. Records of one scan still share an id, while scans of different installs do
 * not. Addons derive scan ids from their install id, and whoever knows an install id can send and erase records as that
 * install. The regular expression cannot match inside a string, where JSON escapes every quote with a backslash.
 */
function digestScanId(text: string, { kind, installN }: StoredRecord, rules: FeedRules): string {
  return kind !== SCAN_KIND
    ? text
    : text.replace(
        /"scanId":"([^"]*)"/,
        (_, scanId: string) => `"scanId":"${digestEventId(`scan:${installN}:${scanId}`, rules)}"`,
      );
}

/** For each kind whose `itemId` is ambiguous: a pattern matching this member, and an unambiguous name for the item. */
const CLEAR_NAME_PATTERNS: ReadonlyMap<string, readonly [member: RegExp, name: string]> = new Map([
  ['recipe_seen', [/"itemId":(\d+)(?=\}$)/, 'taughtByItemId']],
  ['recipe_observed', [/(?<="difficulty":"[a-z]+",)"itemId":(\d+)/, 'makesItemId']],
]);

/** Adds an unambiguous member next to a recipe's `itemId` (contract, section 4, Corpus page). */
function addClearName(text: string, kind: string): string {
  const [member, name] = CLEAR_NAME_PATTERNS.get(kind) ?? [];
  return member === undefined ? text : text.replace(member, `"itemId":$1,"${name}":$1`);
}

/**
 * Inserts the `event` member after `{"kind":"…",`. If `time` is `day`, also truncates the following capturedAt to its
 * day. Throws if the body does not begin with kind and capturedAt, which would be a bug in the code that stored it.
 */
function buildPublicBody(record: StoredRecord, event: string, time: FeedTime): string {
  const { kind, body, capturedAtMs } = record;
  const head = `{"kind":"${kind}",`;
  const captured = '"capturedAt":"';
  if (!body.startsWith(head + captured))
    throw new Error(`a stored ${kind} record does not begin with kind, capturedAt`);
  if (time === 'exact') return head + event + body.slice(head.length);
  const rest = body.indexOf('"', head.length + captured.length);
  return `${head}${event}${captured}${formatUtcDay(capturedAtMs)}T00:00:00Z${body.slice(rest)}`;
}
