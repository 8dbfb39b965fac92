import { LIMITS } from '../../../schema/limits.ts';
import type { SharingCategory } from '../../../schema/vocabulary.ts';
import { AUCTION_REALMS_MAX } from '../../intake/realm_cap.ts';
import type { Result } from '../../values/result.ts';
import { type FileSource, readRecord, type SavedFile } from '../read_file.ts';
import { readHead, type SourceHead } from './envelope.ts';
import { type FitRecord, type JudgedRecord, judgeRecord, type RecordJudge, type RecordRules } from './judge_record.ts';
import { createDraft, type PieceDraft, type UploadPiece } from './piece.ts';

export interface SplitRequest extends RecordJudge {
  readonly file: SavedFile;
  readonly source: FileSource;
  /** Number of records per part. Tests use a small number. */
  readonly partRecords?: number;
  readonly onJudged?: (judged: JudgedRecord, at: number) => void;
}

const RECORDS_PER_PART = LIMITS.recordsPerFileMax.value;

/**
 * Number of parts in which a source is sent. A part has at most RECORDS_PER_PART records, and no piece spans two parts.
 */
export function countSourceParts({ records }: FileSource): number {
  return Math.ceil(records.length / RECORDS_PER_PART);
}

/** Splits a source into valid uploads (contract, section 2). Records appended to a file change only the last pieces. */
export function* splitSource(split: SplitRequest): Generator<UploadPiece> {
  const { file, source, head, partRecords = RECORDS_PER_PART, onJudged = () => {} } = split;
  const groupOf = createRealmGroups();
  const findAnchor = createOwnedSearch(split);
  const open = new Map<string, PieceDraft>();
  const unnamed = { ...head, envelope: { ...head.envelope, sharing: {}, grantTokens: [] } };

  for (const [n, at] of source.records.entries()) {
    if (n > 0 && n % partRecords === 0) yield* closePieces(open);
    const judged = judgeRecord(split, readRecord(file, at));
    const anchor = judged.state === 'fit' && judged.installId === null ? findAnchor() : null;
    if (judged.state !== 'fit') onJudged(judged, at);
    else if (judged.installId === null && anchor === null) onJudged(refuseOwnerlessRecord(judged), at);
    else {
      onJudged(judged, at);
      // All records of an upload belong to one install, so it is always clear which install a record without an id
      // belongs to.
      const owner = judged.installId ?? anchor?.record.installId;
      const lane = `${judged.named} ${groupOf(judged.realm)} ${owner}`;
      // Records that name players get their own pieces, so that the player's sharing choice does not change the other
      // pieces.
      const around = judged.named ? head : unnamed;
      let piece = open.get(lane) ?? createDraft(source.name, around);
      for (let isAdded = false; !isAdded; ) {
        if (anchor !== null && !piece.isOwned()) piece.anchor(anchor.record, anchor.at);
        isAdded = piece.add(judged, at);
        if (isAdded) continue;
        yield piece.close();
        piece = createDraft(source.name, around);
      }
      if (piece.isRipe()) {
        yield piece.close();
        open.delete(lane);
      } else open.set(lane, piece);
    }
  }
  yield* closePieces(open);
}

function* closePieces(open: Map<string, PieceDraft>): Generator<UploadPiece> {
  for (const piece of open.values()) if (!piece.isEmpty()) yield piece.close();
  open.clear();
}

/** Assigns auction realms to groups in order of appearance, so that no upload exceeds the maximum number of realms. */
function createRealmGroups(): (realm: string | null) => number {
  const groups = new Map<string, number>();
  return (realm) => {
    if (realm === null) return 0;
    const group = groups.get(realm) ?? Math.floor(groups.size / AUCTION_REALMS_MAX);
    groups.set(realm, group);
    return group;
  };
}

interface OwnedRecord {
  readonly record: FitRecord;
  readonly at: number;
}

/** Finds the first record naming an install, which is added to pieces whose records name none. Searches only once. */
function createOwnedSearch(split: SplitRequest): () => OwnedRecord | null {
  let found: OwnedRecord | null | undefined;
  return () => {
    if (found === undefined) found = findFirstOwnedRecord(split);
    return found;
  };
}

function findFirstOwnedRecord(split: SplitRequest): OwnedRecord | null {
  const { file, source, head } = split;
  for (const at of source.records) {
    const record = judgeRecord(split, readRecord(file, at));
    if (record.state !== 'fit' || record.installId === null || record.named) continue;
    if (head.installId === null || record.installId === head.installId) return { record, at };
  }
  return null;
}

function refuseOwnerlessRecord({ kind }: FitRecord): JudgedRecord {
  return {
    state: 'refused',
    kind,
    code: 'no-install',
    pointer: '',
    reason: `A record of kind ${kind} needs a record with an install id in the same file; there is none.`,
  };
}

export interface CutOptions {
  readonly rules: RecordRules;
  readonly share: readonly SharingCategory[];
}

/** Called for each record with its judgement and its offset in the file. */
export type OnJudged = (judged: JudgedRecord, at: number) => void;

interface SourcePieces {
  /** If nothing can be sent, the error is a sentence saying why. */
  readonly head: Result<SourceHead, string>;
  /** Generated lazily. Empty if the head is invalid. */
  readonly pieces: Iterable<UploadPiece>;
}

export function cutSource(
  file: SavedFile,
  source: FileSource,
  { rules, share }: CutOptions,
  onJudged: OnJudged = () => {},
): SourcePieces {
  const head = readHead(source, share, rules);
  const pieces = head.ok ? splitSource({ file, source, head: head.value, rules, share, onJudged }) : [];
  return { head, pieces };
}

export function* cutIntoPieces(file: SavedFile, options: CutOptions, onJudged?: OnJudged): Generator<UploadPiece> {
  for (const source of file.sources) yield* cutSource(file, source, options, onJudged).pieces;
}
