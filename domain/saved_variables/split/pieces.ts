import type { SharingCategory } from '../../../schema/vocabulary.ts';
import type { Result } from '../../values/result.ts';
import type { SavedFile, Source } from '../read_file.ts';
import { type Head, headOf } from './envelope.ts';
import type { JudgedRecord, SavedRules } from './judge_record.ts';
import type { Piece } from './piece.ts';
import { splitSource } from './split_source.ts';

/** The categories to send and the rules for judging records. */
export interface CutOptions {
  readonly rules: SavedRules;
  readonly share: readonly SharingCategory[];
  readonly nowMs: number;
}

/** Called for each record with its judgement and its offset in the file. */
export type OnJudged = (judged: JudgedRecord, at: number) => void;

/** A source divided into uploads. */
interface CutSource {
  /** If nothing can be sent, the error is a sentence that explains why. */
  readonly head: Result<Head, string>;
  /** Generated lazily. Empty if the head is invalid. */
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

/** Yields the pieces of all sources in a file. */
export function* piecesOf(file: SavedFile, options: CutOptions, onJudged?: OnJudged): Generator<Piece> {
  for (const source of file.sources) yield* cutSource(file, source, options, onJudged).pieces;
}
