import type { LuaFault, LuaValue } from '../../../domain/saved_variables/lua/values.ts';
import { readSavedFile, type SavedFile } from '../../../domain/saved_variables/read_file.ts';
import { type SourceSurvey, surveyFile } from '../../../domain/saved_variables/send/survey.ts';
import { sharedInFile } from '../../../domain/saved_variables/split/envelope.ts';
import { createLineIndex } from '../../../domain/saved_variables/split/line_index.ts';
import { bodyOf, type Piece } from '../../../domain/saved_variables/split/piece.ts';
import { piecesOf } from '../../../domain/saved_variables/split/pieces.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import { INTAKE_RULES } from '../../../schema/intake_rules.ts';
import type { SharingCategory } from '../../../schema/vocabulary.ts';
import type { Reason } from './reasons.ts';

/** What stands in a file that can be read. */
export interface Opened {
  readonly records: number;
  /** The categories that the file itself says to share. */
  readonly shared: readonly SharingCategory[];
  /** Whether it brings grant tokens of its own. */
  readonly hasTokens: boolean;
}

/** What the player chose beside the file. */
export interface Choice {
  readonly share: readonly SharingCategory[];
  /** Sent beside those of the file. */
  readonly tokens: readonly string[];
}

/** What a file comes to under a choice. */
export interface Judged {
  readonly kinds: readonly { readonly kind: string; readonly fit: number; readonly refused: number }[];
  /** Records of categories that were not chosen. */
  readonly leftOut: Readonly<Partial<Record<SharingCategory, number>>>;
  /** Whether any category was chosen. */
  readonly chosen: boolean;
  readonly fit: number;
  readonly refused: number;
  readonly reasons: readonly Reason[];
  /** Globals whose records cannot be sent at all, each a sentence. */
  readonly faults: readonly string[];
  /** Requests that it takes. */
  readonly requests: number;
}

/** One request on its way. */
export interface Upload {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Records in it that have not been counted in another one. */
  readonly records: number;
  /** The first record only says whose the others are, and is counted elsewhere. */
  readonly anchored: boolean;
  /** The line of the file on which each begins. */
  readonly lines: readonly number[];
}

/** Reads, judges and cuts a player's file, as the uploader does. Each function takes as long as the file asks for. */
export interface Engine {
  open(bytes: Uint8Array): Result<Opened, LuaFault>;
  judge(choice: Choice): Judged;
  /** The next request under the choice that was judged last; null behind the last one. */
  next(): Upload | null;
}

export function createEngine(nowMs: () => number): Engine {
  let file: SavedFile | null = null;
  let lineOf: (at: number) => number = () => 0;
  let pieces: Iterator<Piece> | null = null;

  return {
    open: (bytes) => {
      file = null;
      const read = readSavedFile(bytes);
      if (!read.ok) return read;
      file = read.value;
      lineOf = createLineIndex(file.text);
      const { sources } = file;
      return ok({
        records: sources.reduce((all, { records }) => all + records.length, 0),
        shared: [...new Set(sources.flatMap(sharedInFile))],
        hasTokens: sources.some(({ head }) => tokensIn(head.grantTokens).length > 0),
      });
    },
    judge: (choice) => {
      const { share, tokens } = choice;
      const opened = withTokens(required(file), tokens);
      const options = { rules: INTAKE_RULES, share, nowMs: nowMs() };
      pieces = piecesOf(opened, options);
      return { ...summed(surveyFile(opened, options)), chosen: share.length > 0 };
    },
    next: () => {
      const piece = required(pieces).next();
      if (piece.done === true) return null;
      const { anchored, places, records } = piece.value;
      return {
        body: new TextEncoder().encode(bodyOf(piece.value)),
        records: records.length - (anchored ? 1 : 0),
        anchored,
        lines: places.map(lineOf),
      };
    },
  };
}

function required<T>(value: T | null): T {
  if (value === null) throw new TypeError('no file is open');
  return value;
}

/** A file whose globals bring these grant tokens beside their own. */
function withTokens(file: SavedFile, tokens: readonly string[]): SavedFile {
  if (tokens.length === 0) return file;
  const sources = file.sources.map((source) => {
    const grantTokens = [...new Set([...tokensIn(source.head.grantTokens), ...tokens])];
    return { ...source, head: { ...source.head, grantTokens } };
  });
  return { ...file, sources };
}

function tokensIn(value: LuaValue | undefined): readonly LuaValue[] {
  return Array.isArray(value) ? value : [];
}

/** All globals of a file together. */
function summed(surveys: readonly SourceSurvey[]): Omit<Judged, 'chosen'> {
  const kinds = new Map<string, { fit: number; refused: number }>();
  const ofKind = (kind: string): { fit: number; refused: number } => {
    const known = kinds.get(kind) ?? { fit: 0, refused: 0 };
    kinds.set(kind, known);
    return known;
  };
  const leftOut: Partial<Record<SharingCategory, number>> = {};
  const refused = surveys.flatMap((survey) => survey.refused);
  for (const survey of surveys) {
    for (const [kind, count] of survey.kinds) ofKind(kind).fit += count;
    for (const [category, count] of survey.leftOut) leftOut[category] = (leftOut[category] ?? 0) + count;
  }
  for (const { kind, count } of refused) ofKind(kind ?? '').refused += count;
  return {
    kinds: [...kinds].map(([kind, counts]) => ({ kind, ...counts })).sort((a, b) => byName(a.kind, b.kind)),
    leftOut,
    fit: total(surveys.map(({ records }) => records)),
    refused: total(refused.map(({ count }) => count)),
    reasons: refused.map(({ line, ...why }) => ({ ...why, lines: [line] })).sort((a, b) => b.count - a.count),
    faults: surveys.flatMap(({ source, fault }) => (fault === null ? [] : [`${source.name}: ${fault}`])),
    requests: total(surveys.map(({ pieces }) => pieces)),
  };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** What has no name comes last. */
function byName(a: string, b: string): number {
  return a === '' ? 1 : b === '' || a < b ? -1 : 1;
}
