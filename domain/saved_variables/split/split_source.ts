import { LIMITS } from '../../../schema/limits.ts';
import type { SharingCategory } from '../../../schema/vocabulary.ts';
import { REALMS_MAX } from '../../intake/realm_cap.ts';
import type { Result } from '../../values/result.ts';
import { type FileSource, readRecord, type SavedFile } from '../read_file.ts';
import { readHead, type SourceHead } from './envelope.ts';
import { type FitRecord, type JudgedRecord, type JudgeRecord, judgeRecord, type SavedRules } from './judge_record.ts';
import { type OpenPiece, openPiece, type UploadPiece } from './piece.ts';

export interface SplitSource extends JudgeRecord {
  readonly file: SavedFile;
  readonly source: FileSource;
  /** Number of records per part. Tests use a small number. */
  readonly partRecords?: number;
  readonly onJudged?: (judged: JudgedRecord, at: number) => void;
}

const PART_RECORDS = LIMITS.recordsPerFileMax.value;

/** Number of parts in which a source is sent. A part has at most PART_RECORDS records, and no piece spans two parts. */
export function countParts({ records }: FileSource): number {
  return Math.ceil(records.length / PART_RECORDS);
}

/** Splits a source into valid uploads (contract, section 2). Records appended to a file change only the last pieces. */
export function* splitSource(split: SplitSource): Generator<UploadPiece> {
  const { file, source, head, partRecords = PART_RECORDS, onJudged = () => {} } = split;
  const groupOf = createRealmGroups();
  const findAnchor = createAnchorSearch(split);
  const open = new Map<string, OpenPiece>();
  const unnamed = { ...head, envelope: { ...head.envelope, sharing: {}, grantTokens: [] } };

  for (const [n, at] of source.records.entries()) {
    if (n > 0 && n % partRecords === 0) yield* closeAll(open);
    const judged = judgeRecord(split, readRecord(file, at));
    const anchor = judged.state === 'fit' && judged.installId === null ? findAnchor() : null;
    if (judged.state !== 'fit') onJudged(judged, at);
    else if (judged.installId === null && anchor === null) onJudged(refuseOwnerless(judged), at);
    else {
      onJudged(judged, at);
      // All records of an upload belong to one install, so it is always clear which install a record without an id
      // belongs to.
      const owner = judged.installId ?? anchor?.record.installId;
      const lane = `${judged.named} ${groupOf(judged.realm)} ${owner}`;
      // Records that name players get their own pieces, so that the player's sharing choice does not change the other
      // pieces.
      const around = judged.named ? head : unnamed;
      let piece = open.get(lane) ?? openPiece(source.name, around);
      for (let isAdded = false; !isAdded; ) {
        if (anchor !== null && !piece.isOwned()) piece.anchor(anchor.record, anchor.at);
        isAdded = piece.add(judged, at);
        if (isAdded) continue;
        yield piece.close();
        piece = openPiece(source.name, around);
      }
      if (piece.isRipe()) {
        yield piece.close();
        open.delete(lane);
      } else open.set(lane, piece);
    }
  }
  yield* closeAll(open);
}

function* closeAll(open: Map<string, OpenPiece>): Generator<UploadPiece> {
  for (const piece of open.values()) if (!piece.isEmpty()) yield piece.close();
  open.clear();
}

/** Assigns auction realms to groups in order of appearance, so that no upload exceeds the maximum number of realms. */
function createRealmGroups(): (realm: string | null) => number {
  const groups = new Map<string, number>();
  return (realm) => {
    if (realm === null) return 0;
    const group = groups.get(realm) ?? Math.floor(groups.size / REALMS_MAX);
    groups.set(realm, group);
    return group;
  };
}

interface RecordAnchor {
  readonly record: FitRecord;
  readonly at: number;
}

/** Finds the first record naming an install, which is added to pieces whose records name none. Searches only once. */
function createAnchorSearch(split: SplitSource): () => RecordAnchor | null {
  let found: RecordAnchor | null | undefined;
  return () => {
    if (found === undefined) found = findFirstOwned(split);
    return found;
  };
}

function findFirstOwned(split: SplitSource): RecordAnchor | null {
  const { file, source, head } = split;
  for (const at of source.records) {
    const record = judgeRecord(split, readRecord(file, at));
    if (record.state !== 'fit' || record.installId === null || record.named) continue;
    if (head.installId === null || record.installId === head.installId) return { record, at };
  }
  return null;
}

function refuseOwnerless({ kind }: FitRecord): JudgedRecord {
  return {
    state: 'refused',
    kind,
    code: 'no-install',
    pointer: '',
    reason: `A record of kind ${kind} needs a record with an install id in the same file; there is none.`,
  };
}

export interface CutOptions {
  readonly rules: SavedRules;
  readonly share: readonly SharingCategory[];
}

/** Called for each record with its judgement and its offset in the file. */
export type OnJudged = (judged: JudgedRecord, at: number) => void;

interface CutSource {
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
): CutSource {
  const head = readHead(source, share, rules);
  const pieces = head.ok ? splitSource({ file, source, head: head.value, rules, share, onJudged }) : [];
  return { head, pieces };
}

export function* cutIntoPieces(file: SavedFile, options: CutOptions, onJudged?: OnJudged): Generator<UploadPiece> {
  for (const source of file.sources) yield* cutSource(file, source, options, onJudged).pieces;
}
