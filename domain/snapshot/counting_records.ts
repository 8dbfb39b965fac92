import type { AnonymousRecord } from '../families/counting/family.ts';
import { judgeLoot, type LootJudgement, type LootRecord } from '../families/drops.ts';
import type { StoredRecord } from '../ports/uploads.ts';
import { type Locale, type TextLanguage, textLanguage, USUAL_LOCALE } from '../values/language.ts';
import { plainSpaces } from '../values/spaces.ts';

const LOOT_KIND = 'loot';

/** Which records are treated how; jobs hand it in from the schema and the configuration. */
export interface KindRules {
  /** Kinds whose records stand in the public feed. */
  readonly publicKinds: ReadonlySet<string>;
  /** Kinds that name players: their records count only while a grant covers them. */
  readonly namedKinds: ReadonlySet<string>;
  /** The language that texts of unknown language count for, and that goes first. Default: USUAL_LOCALE. */
  readonly locale?: Locale;
}

/** A kept record with what the snapshot makes of it. */
export interface CountableRecord {
  readonly record: StoredRecord;
  /** Its fields. */
  readonly told: AnonymousRecord;
  /** The language that its texts count for. */
  readonly language: TextLanguage;
  /** Null for kinds other than loot. */
  readonly loot: LootJudgement | null;
  /** Whether it stands in the public feed: of a public kind, and no legacy loot guess (contract, section 3, Corpus). */
  readonly inFeed: boolean;
}

/**
 * What a record counts for; null where it counts for nothing: it is damaged, its install is out, no grant covers it any
 * more, or it would be refused today for what its texts hold.
 */
export function countableRecord(
  record: StoredRecord,
  rules: KindRules,
  excluded: ReadonlySet<number>,
): CountableRecord | null {
  if (record.damaged === true || excluded.has(record.installN) || !record.fit) return null;
  if (rules.namedKinds.has(record.kind) && record.grants.length === 0) return null;
  // An earlier release kept the spaces of names as they came; they count as names that are kept today.
  const told = JSON.parse(plainSpaces(record.body)) as AnonymousRecord;
  const loot = record.kind === LOOT_KIND ? judgeLoot(told as LootRecord) : null;
  const language = textLanguage(record.locale, rules.locale ?? USUAL_LOCALE);
  return { record, told, language, loot, inFeed: rules.publicKinds.has(record.kind) && loot?.kind !== 'legacy' };
}
