import type { SharingCategory } from '../../../schema/vocabulary.ts';
import type { Result } from '../../values/result.ts';
import type { SavedFile, Source } from '../read_file.ts';
import { type Head, headOf } from './envelope.ts';
import type { JudgedRecord, SavedRules } from './judge_record.ts';
import type { Piece } from './piece.ts';
import { splitSource } from './split_source.ts';

/** What is sent of a file, and judged by which rules at which time. */
export interface CutOptions {
  readonly rules: SavedRules;
  readonly share: readonly SharingCategory[];
  readonly nowMs: number;
}

/** Hears what is to become of each record; `at` is where it begins in the file. */
export type OnJudged = (judged: JudgedRecord, at: number) => void;

/** What a source comes to. */
interface CutSource {
  /** Else a sentence why nothing of it can be sent. */
  readonly head: Result<Head, string>;
  /** Cut one by one as they are asked for; none where the head is wrong. */
  readonly pieces: Iterable<Piece>;
}

export function cutSource(
  file: SavedFile,
  source: Source,
  { rules, share, nowMs }: CutOptions,
  onJudged: OnJudged = () => {},
): CutSource {
  const head = headOf(source, share, rules);
  const pieces = head.ok ? splitSource({ file, source, head: head.value, rules, share, nowMs, onJudged }) : [];
  return { head, pieces };
}

/** The pieces of all sources of a file, one after another. */
export function* piecesOf(file: SavedFile, options: CutOptions, onJudged?: OnJudged): Generator<Piece> {
  for (const source of file.sources) yield* cutSource(file, source, options, onJudged).pieces;
}
