import { createLineIndex } from '../../../domain/saved_variables/lua/byte_text.ts';
import type { LuaFault, LuaValue } from '../../../domain/saved_variables/lua/values.ts';
import { readSavedFile, type SavedFile } from '../../../domain/saved_variables/read_file.ts';
import { chooseRoutes } from '../../../domain/saved_variables/send/route_sets.ts';
import { type SourceSurvey, surveyFile } from '../../../domain/saved_variables/send/survey.ts';
import { listSharedCategories } from '../../../domain/saved_variables/split/envelope.ts';
import { formatUploadBody, type UploadPiece } from '../../../domain/saved_variables/split/piece.ts';
import { cutIntoPieces } from '../../../domain/saved_variables/split/split_source.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import { INTAKE_RULES } from '../../../schema/intake_rules.ts';
import type { SharingCategory } from '../../../schema/vocabulary.ts';

export interface FileSummary {
  readonly records: number;
  /** Categories for which the player enabled sharing in the game. */
  readonly shared: readonly SharingCategory[];
  readonly hasTokens: boolean;
}

/** The player's choices on the page. */
export interface UploadChoice {
  readonly share: readonly SharingCategory[];
  /** Grant tokens to send on top of the tokens in the file. */
  readonly tokens: readonly string[];
  /** The game that this website collects, or null if it names none. */
  readonly game: string | null;
}

/** A reason for rejecting records, and the records that it applies to. */
export interface RefusalReason {
  /** The record kind, or null if it could not be read. */
  readonly kind: string | null;
  readonly reason: string;
  readonly count: number;
  /** Line numbers in the file at which the first few of these records begin. */
  readonly lines: readonly number[];
}

/** The part of a file that will be sent, given the player's choices. */
export interface FileJudgement {
  readonly kinds: readonly { readonly kind: string; readonly fit: number; readonly refused: number }[];
  /** Number of records in each category that the player did not choose. */
  readonly leftOut: Readonly<Partial<Record<SharingCategory, number>>>;
  /** Whether any category was chosen. */
  readonly chosen: boolean;
  readonly fit: number;
  readonly refused: number;
  readonly reasons: readonly RefusalReason[];
  /** One sentence for each global variable whose records cannot be sent at all. */
  readonly faults: readonly string[];
  /** One sentence for each set that is not for this website. */
  readonly elsewhere: readonly string[];
  readonly requests: number;
}

/** One request to send. */
export interface NextUpload {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Number of records in the request, not counting a record that another request counts. */
  readonly records: number;
  /** Whether the first record only identifies the install of the other records, and is counted in another request. */
  readonly anchored: boolean;
  /** The line of the file on which each record begins. */
  readonly lines: readonly number[];
}

/** Reads, checks and splits a player's file, as the uploader does. Each call blocks until it is done. */
export interface Engine {
  open(bytes: Uint8Array): Result<FileSummary, LuaFault>;
  judge(choice: UploadChoice): FileJudgement;
  /** Returns the next request for the most recently judged choice, as part of a session, or null if there are no more. */
  next(session: string): NextUpload | null;
}

export function createEngine(): Engine {
  let file: SavedFile | null = null;
  let lineOf: (at: number) => number = () => 0;
  let pieces: Iterator<UploadPiece> | null = null;

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
        shared: [...new Set(sources.flatMap(listSharedCategories))],
        hasTokens: sources.some(({ head }) => listTokens(head.grantTokens).length > 0),
      });
    },
    judge: (choice) => {
      const { share, tokens, game } = choice;
      const { parcels, unrouted } = chooseRoutes(addTokens(requireValue(file), tokens), [{ game }]);
      const own = parcels[0]!.file;
      const options = { rules: INTAKE_RULES, share };
      pieces = cutIntoPieces(own, options);
      const elsewhere = unrouted.map(
        ({ source, reason }) => `${formatQuantity(source.records.length, 'record')} will not be sent. ${reason}`,
      );
      return { ...combineSurveys(surveyFile(own, options)), elsewhere, chosen: share.length > 0 };
    },
    next: (session) => {
      const piece = requireValue(pieces).next();
      if (piece.done === true) return null;
      const { anchored, places, records } = piece.value;
      return {
        body: new TextEncoder().encode(formatUploadBody(piece.value, session)),
        records: records.length - (anchored ? 1 : 0),
        anchored,
        lines: places.map(lineOf),
      };
    },
  };
}

function requireValue<T>(value: T | null): T {
  if (value === null) throw new TypeError('no file is open');
  return value;
}

function addTokens(file: SavedFile, tokens: readonly string[]): SavedFile {
  if (tokens.length === 0) return file;
  const sources = file.sources.map((source) => {
    const grantTokens = [...new Set([...listTokens(source.head.grantTokens), ...tokens])];
    return { ...source, head: { ...source.head, grantTokens } };
  });
  return { ...file, sources };
}

function listTokens(value: LuaValue | undefined): readonly LuaValue[] {
  return Array.isArray(value) ? value : [];
}

function combineSurveys(surveys: readonly SourceSurvey[]): Omit<FileJudgement, 'chosen' | 'elsewhere'> {
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
    kinds: [...kinds].map(([kind, counts]) => ({ kind, ...counts })).sort((a, b) => compareKindNames(a.kind, b.kind)),
    leftOut,
    fit: sumCounts(surveys.map(({ records }) => records)),
    refused: sumCounts(refused.map(({ count }) => count)),
    reasons: refused.map(({ line, ...why }) => ({ ...why, lines: [line] })).sort((a, b) => b.count - a.count),
    faults: surveys.flatMap(({ source, fault }) => (fault === null ? [] : [`${source.name}: ${fault}`])),
    requests: sumCounts(surveys.map(({ pieces }) => pieces)),
  };
}

function sumCounts(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Compares kinds by name. Records without a kind sort last. */
function compareKindNames(a: string, b: string): number {
  return a === '' ? 1 : b === '' || a < b ? -1 : 1;
}
