import type { Grant, GrantScope } from '../ports/uploads.ts';
import { toRealmKey } from '../values/realm_key.ts';
import { formatRealm, parseNamedRealmKey, splitRegion } from '../values/realm_name.ts';
import { err, ok, type Result } from '../values/result.ts';
import type { Envelope, Fault, ParsedRecord, SharingCategory } from './parsers.ts';

/** An upload's sharing choices and grant tokens, with the grants that the tokens stand for. */
export interface SharingContext extends Pick<Envelope, 'sharing' | 'grantTokens'> {
  readonly region?: Envelope['region'] | undefined;
  readonly grants: readonly Grant[];
}

/**
 * Checks whether a record that names players may be stored: the player must have chosen to share its category, and a
 * grant must cover it (contract, section 2, Sharing and Grant). Returns the numbers of all covering grants, or an empty
 * list if the kind has no category. The error does not reveal whether a token is unknown, expired, revoked or limited
 * to another scope.
 */
export function judgeSharing(
  record: ParsedRecord,
  category: SharingCategory | null,
  { sharing, grantTokens, grants, region }: SharingContext,
  nowMs: number,
): Result<readonly number[], Fault> {
  if (category === null) return ok([]);
  const { kind } = record;
  const choice = sharing[category];
  if (choice !== true) {
    const actual = choice === false ? 'got false' : 'got nothing';
    return toFault('sharing-missing', kind, `sharing.${category} to be true in its upload; ${actual}`);
  }
  if (grantTokens.length === 0) {
    return toFault('grant-missing', kind, `a grant for the category ${category} in grantTokens; got none`);
  }
  const fields: Readonly<Record<string, unknown>> = record;
  const named =
    typeof fields['realm'] === 'string' ? { ...fields, realm: formatRealm(fields['realm'], region) } : fields;
  const covering = grants.filter((grant) => isGrantCovering(grant, named, category, nowMs));
  if (covering.length === 0) {
    const failing = grantTokens.length === 1 ? 'the one sent does not' : `none of the ${grantTokens.length} sent does`;
    return toFault('grant-not-covering', kind, `a valid grant that covers it in grantTokens, but ${failing}`);
  }
  return ok(covering.map(({ n }) => n));
}

function toFault(code: Fault['code'], kind: string, need: string) {
  return err({ code, pointer: '/kind', reason: `A record of kind ${kind} needs ${need}.` });
}

/**
 * Whether an unrevoked grant covers a record received at `nowMs`. From the instant it expires, it covers nothing. The
 * record's realm has the mark of its region.
 */
export function isGrantCovering(
  { categories, scope, expiresAtMs }: Grant,
  record: Readonly<Record<string, unknown>>,
  category: SharingCategory,
  nowMs: number,
): boolean {
  if (nowMs >= expiresAtMs || !categories.includes(category)) return false;
  return SCOPE_FIELDS.every((field) => scope[field] === null || isScopeEqual(field, scope[field], record[field]));
}

const SCOPE_FIELDS: readonly (keyof GrantScope)[] = ['guildName', 'realm', 'character', 'installId'];

/**
 * Compares install ids exactly, and names like realms, ignoring case. A realm without a mark stands for the realms of
 * this name in every region. A field missing from the record never matches.
 */
function isScopeEqual(field: keyof GrantScope, wanted: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (field === 'installId') return value === wanted;
  if (field !== 'realm') return toRealmKey(value) === toRealmKey(wanted);
  const actual = splitRegion(wanted).mark === null ? splitRegion(value).name : value;
  return toRealmKey(actual) === parseNamedRealmKey(wanted);
}
