import type { LuaFault, LuaValue } from '../../../domain/saved_variables/lua/values.ts';
import { readSavedFile, type SavedFile, type Source } from '../../../domain/saved_variables/read_file.ts';
import { headOf, sharedInFile } from '../../../domain/saved_variables/split/envelope.ts';
import type { JudgedRecord } from '../../../domain/saved_variables/split/judge_record.ts';
import { createLineIndex } from '../../../domain/saved_variables/split/line_index.ts';
import { bodyOf, type Piece } from '../../../domain/saved_variables/split/piece.ts';
import { splitSource } from '../../../domain/saved_variables/split/split_source.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import { parseEnvelope } from '../../../schema/parse_envelope.ts';
import { parseRecord } from '../../../schema/parse_record.ts';
import { RECORD_KINDS } from '../../../schema/record_kinds.ts';
import type { SharingCategory } from '../../../schema/vocabulary.ts';
import { createReasons, type Reason } from './reasons.ts';

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
  /** Records that will be sent, by kind, in the order of the kinds' names. */
  readonly kinds: readonly { readonly kind: string; readonly fit: number; readonly refused: number }[];
  /** Records of categories that were not chosen. */
  readonly leftOut: Readonly<Record<SharingCategory, number>>;
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

const RULES = { parseEnvelope, parseRecord, kinds: RECORD_KINDS };

export const createEngine = (nowMs: () => number): Engine => {
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
      const opened = required(file);
      const count = createCount(lineOf);
      const now = nowMs();
      let requests = 0;
      for (const _ of cut(opened, choice, now, count.note, count.fault)) requests++;
      pieces = cut(
        opened,
        choice,
        now,
        () => {},
        () => {},
      );
      return { ...count.judged(), requests, chosen: choice.share.length > 0 };
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
};

const required = <T>(value: T | null): T => {
  if (value === null) throw new TypeError('no file is open');
  return value;
};

/** All pieces of a file, lazily. */
function* cut(
  file: SavedFile,
  { share, tokens }: Choice,
  nowMs: number,
  onJudged: (judged: JudgedRecord, at: number) => void,
  onFault: (name: string, error: string) => void,
): Generator<Piece> {
  for (const source of file.sources) {
    const head = headOf(withTokens(source, tokens), share, RULES);
    if (head.ok) yield* splitSource({ file, source, head: head.value, rules: RULES, share, nowMs, onJudged });
    else onFault(source.name, head.error);
  }
}

const withTokens = (source: Source, tokens: readonly string[]): Source => {
  if (tokens.length === 0) return source;
  const all = [...new Set([...tokensIn(source.head.grantTokens), ...tokens])];
  return { ...source, head: { ...source.head, grantTokens: all } };
};

const tokensIn = (value: LuaValue | undefined): readonly LuaValue[] => (Array.isArray(value) ? value : []);

/** What has no name comes last. */
const byName = (a: string, b: string): number => (a === '' ? 1 : b === '' || a < b ? -1 : 1);

/** Counts what becomes of records. */
const createCount = (lineOf: (at: number) => number) => {
  const kinds = new Map<string, { fit: number; refused: number }>();
  const leftOut = { guild: 0, gear: 0, gold: 0, collection: 0 };
  const reasons = createReasons();
  const faults: string[] = [];
  let [fit, refused] = [0, 0];

  const ofKind = (kind: string): { fit: number; refused: number } => {
    const known = kinds.get(kind) ?? { fit: 0, refused: 0 };
    kinds.set(kind, known);
    return known;
  };

  return {
    note: (judged: JudgedRecord, at: number): void => {
      switch (judged.state) {
        case 'fit':
          fit++;
          ofKind(judged.kind).fit++;
          break;
        case 'refused':
          refused++;
          ofKind(judged.kind ?? '').refused++;
          reasons.note(judged, lineOf(at));
          break;
        case 'left-out':
          leftOut[judged.category]++;
          break;
      }
    },
    fault: (name: string, error: string): void => void faults.push(`${name}: ${error}`),
    judged: (): Omit<Judged, 'requests' | 'chosen'> => ({
      kinds: [...kinds].map(([kind, counts]) => ({ kind, ...counts })).sort((a, b) => byName(a.kind, b.kind)),
      ...{ leftOut, fit, refused, reasons: reasons.list(), faults },
    }),
  };
};
