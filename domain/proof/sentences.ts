import type { DamagedRow } from '../ports/damaged_row.ts';
import type { ChainLink } from '../ports/uploads.ts';
import type { ProofRecord, StoredLink } from './source.ts';

/** What `verify` says of a difference. Uploads are named by number and time, records by number and kind: never an id. */

/** The newest upload that the check has come to; number 0 and null before the first. */
export interface Place {
  readonly uploadN: number;
  readonly receivedAtMs: number | null;
}

interface Received {
  readonly uploadN: number;
  readonly receivedAtMs: number;
}

function received(atMs: number): string {
  return `received ${instant(atMs)}`;
}

/** A damaged number may be no moment at all. */
function instant(atMs: number): string {
  const date = new Date(atMs);
  return Number.isNaN(date.getTime()) ? 'at no time that exists' : date.toISOString();
}

function naming({ uploadN, receivedAtMs }: Received): string {
  return `Upload ${uploadN} (${received(receivedAtMs)})`;
}

function aboutLink(link: StoredLink): string {
  if (link.kind === 'erasure') return 'an erasure';
  return `upload ${link.uploadN}${link.head === null ? '' : `, ${received(link.head.receivedAtMs)}`}`;
}

export function altered(head: Received, how: string): string {
  return `${naming(head)} was altered: ${how}.`;
}

/** Records of one upload that are named by number; the rest is counted. */
const NAMED_MAX = 20;

export function changedRecords(changed: readonly ProofRecord[]): string {
  const [first] = changed;
  if (first !== undefined && changed.length === 1) {
    return `record ${first.seq} (${first.kind}) has another content than was kept`;
  }
  const named = changed.slice(0, NAMED_MAX).map(({ seq }) => seq);
  const more = changed.length - named.length;
  return `records ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} have another content than was kept`;
}

export function strayRecord({ seq, uploadN }: ProofRecord): string {
  return uploadN === 0
    ? `Record ${seq} cannot be read: the database is damaged there.`
    : `Record ${seq} stands among the records of another upload than ${uploadN}, which it names.`;
}

export function oneTooMany({ uploadN }: ProofRecord): string {
  return `Upload ${uploadN} was altered: it holds a record too many.`;
}

export function notFollowing(n: number, link: StoredLink): string {
  return `Link ${n} of the chain (${aboutLink(link)}) does not follow the one before it.`;
}

export function notTheNoted(link: StoredLink): string {
  return `Link ${link.n} of the chain (${aboutLink(link)}) is not the one that was noted outside the database: uploads were lost, and others came after them.`;
}

export function otherParts({ n }: StoredLink): string {
  return `Link ${n} of the chain (an erasure) does not cover the parts that are marked as erased by it.`;
}

/** When a lost upload was received is lost with it, so the one before it says when about. */
export function lost(uploadN: number, { uploadN: before, receivedAtMs }: Place): string {
  const after = receivedAtMs === null ? '' : ` (received after upload ${before}, ${instant(receivedAtMs)})`;
  return `Upload ${uploadN}${after} was lost: its link of the chain is there, it is not.`;
}

export function damagedRow({ table, row }: DamagedRow): string {
  return `Row ${row} of ${table} is damaged: it holds what no row of this table may hold.`;
}

export function alteredInstall(n: number): string {
  return `Row ${n} of installs was altered: its id and the digest of its id differ.`;
}

export function unfoundInstall(n: number): string {
  return `Row ${n} of installs cannot be found by its id: the index of the table is damaged.`;
}

export function lostInstall(n: number): string {
  return `Row ${n} of installs was lost: uploads of this install are there, it is not.`;
}

export function added(upload: Received): string {
  return `${naming(upload)} was added: no link of the chain stands for it.`;
}

export function cutOff(link: ChainLink, { uploadN, receivedAtMs }: Place, known: ChainLink): string {
  const after =
    receivedAtMs === null ? 'every upload is' : `uploads after upload ${uploadN} (${received(receivedAtMs)}) are`;
  return `The chain ends with link ${link.n}, but link ${known.n} was noted outside the database: ${after} lost.`;
}
