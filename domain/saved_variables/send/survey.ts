import type { SharingCategory } from '../../../schema/vocabulary.ts';
import type { SavedFile, Source } from '../read_file.ts';
import { type Head, sharedInFile } from '../split/envelope.ts';
import { createLineIndex } from '../split/line_index.ts';
import { bodyOf } from '../split/piece.ts';
import { type CutOptions, cutSource } from '../split/pieces.ts';
import { partsOf } from '../split/split_source.ts';

/** What will be sent of a source, and what not. */
export interface SourceSurvey {
  readonly source: Source;
  /** Null where nothing of it can be sent; `fault` says why. */
  readonly head: Head | null;
  readonly fault: string | null;
  /** Records that will be sent, by kind, the most first. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Records that stay behind because their category was not chosen. */
  readonly leftOut: ReadonlyMap<SharingCategory, number>;
  /** Records that the intake would refuse, by why, each with the sentence of the first and the line it begins in. */
  readonly refused: readonly RefusedSurvey[];
  readonly records: number;
  readonly pieces: number;
  /** Of the pieces, unpacked. */
  readonly bytes: number;
  readonly parts: number;
  /** The categories that the file itself says to share. */
  readonly sharedInFile: readonly SharingCategory[];
}

export interface RefusedSurvey {
  readonly kind: string | null;
  readonly count: number;
  readonly reason: string;
  readonly line: number;
}

/** Looks at every record of a file as the upload will, and sends nothing. */
export function surveyFile(file: SavedFile, options: CutOptions): readonly SourceSurvey[] {
  return file.sources.map((source) => surveySource(file, source, options));
}

function surveySource(file: SavedFile, source: Source, options: CutOptions): SourceSurvey {
  const kinds = new Map<string, number>();
  const leftOut = new Map<SharingCategory, number>();
  const refused = new Map<string, RefusedSurvey>();
  const lineOf = createLineIndex(file.text);
  let [pieces, bytes] = [0, 0];
  const { head, pieces: cut } = cutSource(file, source, options, (judged, at) => {
    if (judged.state === 'fit') increase(kinds, judged.kind);
    else if (judged.state === 'left-out') increase(leftOut, judged.category);
    else {
      const { code, kind, pointer, reason } = judged;
      // Places in lists differ from record to record.
      const why = `${kind} ${code} ${pointer.replace(/\/\d+/g, '')}`;
      const known = refused.get(why) ?? { kind, count: 0, reason, line: lineOf(at) };
      refused.set(why, { ...known, count: known.count + 1 });
    }
  });
  for (const piece of cut) {
    pieces++;
    bytes += bodyOf(piece).length;
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
    parts: partsOf(source),
    sharedInFile: sharedInFile(source),
  };
}

function increase<K>(counts: Map<K, number>, key: K): void {
  return void counts.set(key, (counts.get(key) ?? 0) + 1);
}
