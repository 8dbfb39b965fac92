import type { SharingCategory } from '../../../schema/vocabulary.ts';
import { createLineIndex } from '../lua/byte_text.ts';
import type { FileSource, SavedFile } from '../read_file.ts';
import { listSharedCategories, type SourceHead } from '../split/envelope.ts';
import { formatUploadBody, SESSION_PLACEHOLDER } from '../split/piece.ts';
import { type CutOptions, countSourceParts, cutSource } from '../split/split_source.ts';

/** Summarises which records of a source will be sent and which will not. */
export interface SourceSurvey {
  readonly source: FileSource;
  /** Null if nothing can be sent, in which case `fault` says why. */
  readonly head: SourceHead | null;
  readonly fault: string | null;
  /** Number of records to send, keyed by kind, largest number first. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Number of records that will not be sent because their category was not chosen, keyed by category. */
  readonly leftOut: ReadonlyMap<SharingCategory, number>;
  /**
   * Records that the intake would reject, grouped by reason, with the message and line of each group's first record.
   */
  readonly refused: readonly RefusedSurvey[];
  readonly records: number;
  readonly pieces: number;
  /** Total uncompressed size of the pieces. */
  readonly bytes: number;
  readonly parts: number;
  readonly sharedInFile: readonly SharingCategory[];
}

export interface RefusedSurvey {
  readonly kind: string | null;
  readonly count: number;
  readonly reason: string;
  readonly line: number;
}

/** Checks every record of a file as an upload would, without sending anything. */
export function surveyFile(file: SavedFile, options: CutOptions): readonly SourceSurvey[] {
  return file.sources.map((source) => surveySource(file, source, options));
}

function surveySource(file: SavedFile, source: FileSource, options: CutOptions): SourceSurvey {
  const kinds = new Map<string, number>();
  const leftOut = new Map<SharingCategory, number>();
  const refused = new Map<string, RefusedSurvey>();
  const lineOf = createLineIndex(file.text);
  let [pieces, bytes] = [0, 0];
  const { head, pieces: cut } = cutSource(file, source, options, (judged, at) => {
    if (judged.state === 'fit') increaseCount(kinds, judged.kind);
    else if (judged.state === 'left-out') increaseCount(leftOut, judged.category);
    else {
      const { code, kind, pointer, reason } = judged;
      // Ignore list indexes, which differ between records.
      const why = `${kind} ${code} ${pointer.replace(/\/\d+/g, '')}`;
      const known = refused.get(why) ?? { kind, count: 0, reason, line: lineOf(at) };
      refused.set(why, { ...known, count: known.count + 1 });
    }
  });
  for (const piece of cut) {
    pieces++;
    bytes += formatUploadBody(piece, SESSION_PLACEHOLDER).length;
  }
  const byCount = [...kinds].sort(([, a], [, b]) => b - a);
  return {
    source,
    leftOut,
    pieces,
    bytes,
    refused: [...refused.values()],
    head: head.ok ? head.value : null,
    fault: head.ok ? null : head.error,
    kinds: new Map(byCount),
    records: byCount.reduce((sum, [, count]) => sum + count, 0),
    parts: countSourceParts(source),
    sharedInFile: listSharedCategories(source),
  };
}

function increaseCount<K>(counts: Map<K, number>, key: K): void {
  return void counts.set(key, (counts.get(key) ?? 0) + 1);
}
