import type { DamagedRow } from '../ports/damaged_row.ts';
import type { ChainLink } from '../ports/uploads.ts';
import { formatQuantity } from '../values/phrases.ts';
import type { ProofRecord, StoredLink } from './source.ts';

/** Sentences printed by `verify`. They name uploads by number and time, and records by number, never by id. */

/** The last upload that was checked. Before the first upload, `uploadN` is 0 and `receivedAtMs` is null. */
export interface CheckedUpload {
  readonly uploadN: number;
  readonly receivedAtMs: number | null;
}

interface UploadReference {
  readonly uploadN: number;
  readonly receivedAtMs: number;
}

function formatReceived(atMs: number): string {
  return `received ${formatInstant(atMs)}`;
}

/** Formats a time that may be damaged. */
function formatInstant(atMs: number): string {
  const date = new Date(atMs);
  return Number.isNaN(date.getTime()) ? 'at an invalid time' : date.toISOString();
}

function formatUploadName({ uploadN, receivedAtMs }: UploadReference): string {
  return `Upload ${uploadN} (${formatReceived(receivedAtMs)})`;
}

function describeLink(link: StoredLink): string {
  if (link.kind === 'erasure') return 'an erasure';
  return `upload ${link.uploadN}${link.head === null ? '' : `, ${formatReceived(link.head.receivedAtMs)}`}`;
}

export function describeAlteredUpload(head: UploadReference, how: string): string {
  return `${formatUploadName(head)} was altered: ${how}.`;
}

/** Damaged blocks of an upload. */
export interface DamagedBlocks {
  readonly numbers: readonly number[];
  /** Number of records that the upload lacks. */
  readonly missing: number;
  /** Number of these records that have not been stored again. */
  readonly lost: number;
}

/** Maximum number of blocks to name per upload. Further blocks are only counted. */
const NAMED_BLOCKS_MAX = 20;

export function describeBlocks({ numbers, missing, lost }: DamagedBlocks): string {
  const named = numbers.slice(0, NAMED_BLOCKS_MAX).join(', ');
  const more = numbers.length > NAMED_BLOCKS_MAX ? ` and ${numbers.length - NAMED_BLOCKS_MAX} more` : '';
  const blocks =
    numbers.length === 1 ? describeBlock(numbers[0]!) : `blocks ${named}${more} have changed since they were stored`;
  const again = missing - lost;
  const lostText = lost === 0 ? [] : [`${formatQuantity(lost, 'record')} ${lost === 1 ? 'is' : 'are'} lost`];
  const againText =
    again === 0 ? [] : [`${formatQuantity(again, 'record')} ${again === 1 ? 'was' : 'were'} stored again`];
  return `${blocks}: ${[...lostText, ...againText].join(', ')}`;
}

function describeBlock(n: number): string {
  return `block ${n} has changed since it was stored`;
}

/** Names a damaged block whose upload is unknown. */
export function describeStrayBlock(n: number): string {
  return `In uploads.db, ${describeBlock(n)}.`;
}

export function describeLostRecord({ seq, kind }: ProofRecord): string {
  return `record ${seq} (${kind}) cannot be found by its identity, so a repeat of it would be stored again`;
}

export function describeUnreadable(first: number, last: number): string {
  const which = first === last ? `Record ${first}` : `Records ${first} to ${last}`;
  return `${which} cannot be read: the database is damaged there.`;
}

export function describeStrayRecord({ seq, uploadN }: ProofRecord): string {
  return `Record ${seq} names upload ${uploadN} but is stored among the records of another upload.`;
}

export function describeExtraRecord({ uploadN }: ProofRecord): string {
  return `Upload ${uploadN} was altered: it contains an extra record.`;
}

export function describeBrokenLink(n: number, link: StoredLink): string {
  return `Link ${n} of the chain (${describeLink(link)}) does not follow the previous link.`;
}

export function describeOtherLink(link: StoredLink): string {
  return `Link ${link.n} of the chain (${describeLink(link)}) is not the one that was noted outside the database: uploads were lost, and others were added after them.`;
}

export function describeOtherParts({ n }: StoredLink): string {
  return `Link ${n} of the chain (an erasure) does not cover the parts that are marked as erased by it.`;
}

/** The upload's time of receipt was lost with it, so the sentence names the previous upload instead. */
export function describeLostUploads(uploadN: number, { uploadN: before, receivedAtMs }: CheckedUpload): string {
  const after = receivedAtMs === null ? '' : ` (received after upload ${before}, ${formatInstant(receivedAtMs)})`;
  return `Upload ${uploadN}${after} was lost: its link is in the chain, but the upload is missing.`;
}

export function describeDamagedRow({ table, row }: DamagedRow): string {
  return `Row ${row} of ${table} is damaged: it violates the checks of its table.`;
}

export function describeAlteredInstall(n: number): string {
  return `Row ${n} of installs was altered: its id does not match its digest.`;
}

export function describeUnstoredInstall(n: number): string {
  return `Row ${n} of installs cannot be found by its id: the index of the table is damaged.`;
}

export function describeLostInstall(n: number): string {
  return `Row ${n} of installs was lost: uploads of this install exist, but the row is missing.`;
}

export function describeAddedUpload(upload: UploadReference): string {
  return `${formatUploadName(upload)} was added: it has no link in the chain.`;
}

export function describeCutChain(link: ChainLink, { uploadN, receivedAtMs }: CheckedUpload, known: ChainLink): string {
  const after =
    receivedAtMs === null ? 'every upload is' : `uploads after upload ${uploadN} (${formatReceived(receivedAtMs)}) are`;
  return `The chain ends with link ${link.n}, but link ${known.n} was noted outside the database: ${after} lost.`;
}
