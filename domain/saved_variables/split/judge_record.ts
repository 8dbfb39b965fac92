import type { RecordKind } from '../../../schema/record_kind.ts';
import type { SharingCategory } from '../../../schema/vocabulary.ts';
import { findCaptureTimeFault } from '../../intake/captured_at.ts';
import type { Fault, ParsedRecord, Parsers } from '../../intake/parsers.ts';
import { findAuctionRealm } from '../../intake/realm_cap.ts';
import { judgeSharing } from '../../intake/sharing.ts';
import { toRealmKey } from '../../values/realm_key.ts';
import type { LuaValue } from '../lua/values.ts';
import type { SourceHead } from './envelope.ts';
import { toJsonValue } from './json_value.ts';

/** The rules of the schemas. They are passed in because the domain may not import schemas (ARCHITECTURE.md, Layers). */
export interface RecordRules extends Parsers {
  readonly kinds: ReadonlyMap<string, Pick<RecordKind, 'naming' | 'sharing'>>;
}

export interface FitRecord {
  readonly state: 'fit';
  readonly kind: string;
  /** The record as JSON, with fields in a fixed order, since the game client writes them in any order. */
  readonly text: string;
  /** Null if records of this kind belong to the install of the surrounding upload. */
  readonly installId: string | null;
  readonly realm: string | null;
  /** Whether the record belongs to a sharing category that the player has opted into. */
  readonly named: boolean;
}

export interface RefusedRecord extends Fault {
  readonly state: 'refused';
  readonly kind: string | null;
}

export type JudgedRecord =
  | FitRecord
  | RefusedRecord
  /** The record is in a sharing category that the player did not choose. */
  | { readonly state: 'left-out'; readonly category: SharingCategory; readonly kind: string };

export interface RecordJudge {
  readonly rules: RecordRules;
  readonly head: SourceHead;
  readonly share: readonly SharingCategory[];
}

/**
 * Predicts how the intake will judge a record, as far as possible without the instance's data. Whether a record is from
 * the future is left to the instance, because the clock of the player's computer may be wrong.
 */
export function judgeRecord({ rules, head, share }: RecordJudge, value: LuaValue): JudgedRecord {
  let broken: readonly (string | number)[] | null = null;
  const json = toJsonValue(value, (path) => {
    broken ??= path;
  });
  const name = readRecordKind(json);
  const kind = name === null ? undefined : rules.kinds.get(name);
  const category = kind?.sharing ?? null;
  if (name !== null && category !== null && !share.includes(category))
    return { state: 'left-out', category, kind: name };
  const known = kind === undefined ? null : name;
  if (broken !== null) return { state: 'refused', kind: known, ...createNotUtf8Fault(broken) };
  const verdict = rules.parseRecord(kind?.naming === true ? addInstallId(json, head) : json);
  if (!verdict.ok) {
    const { code, pointer, reason } = verdict;
    return { state: 'refused', kind: known, code, pointer, reason };
  }
  const { record } = verdict;
  const fault =
    findCaptureTimeFault(record.capturedAt, Date.parse(record.capturedAt), Number.POSITIVE_INFINITY) ??
    checkGrant(record, category, head);
  return fault === null ? acceptRecord(record, category) : { state: 'refused', kind: record.kind, ...fault };
}

function readRecordKind(json: unknown): string | null {
  if (typeof json !== 'object' || json === null) return null;
  const { kind } = json as { readonly kind?: unknown };
  return typeof kind === 'string' ? kind : null;
}

function addInstallId(json: unknown, { installId }: SourceHead): unknown {
  return installId === null || Object.hasOwn(json as object, 'installId') ? json : { ...(json as object), installId };
}

/** Rejects a record that names players if there are no grant tokens. Only the instance can check the tokens. */
function checkGrant(record: ParsedRecord, category: SharingCategory | null, { envelope }: SourceHead): Fault | null {
  if (category === null || envelope.grantTokens.length > 0) return null;
  const shared = judgeSharing(record, category, { ...envelope, grants: [] }, 0);
  return shared.ok ? null : shared.error;
}

function acceptRecord(record: ParsedRecord, category: SharingCategory | null): FitRecord {
  const realm = findAuctionRealm(record);
  return {
    state: 'fit',
    kind: record.kind,
    text: JSON.stringify(record),
    installId: 'installId' in record ? record.installId : null,
    realm: realm === null ? null : toRealmKey(realm),
    named: category !== null,
  };
}

function createNotUtf8Fault(path: readonly (string | number)[]): Fault {
  const field = path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
  return {
    code: 'bad-text',
    pointer: path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    reason: `${field.slice(0, FIELD_CHARS_MAX)} must be text in UTF-8; got invalid bytes.`,
  };
}

const FIELD_CHARS_MAX = 80;
