import type { Game } from '../../schema/vocabulary.ts';
import type { AnonymousRecord } from '../families/counting/family.ts';
import { type JudgedLootRecord, judgeLootRecord, type LootJudgement } from '../families/drops.ts';
import type { StoredRecord } from '../ports/uploads.ts';
import { belongsToGame } from '../values/game.ts';
import { DEFAULT_LOCALE, findTextLanguage, type Locale, type TextLanguage } from '../values/language.ts';
import { formatRealm } from '../values/realm_name.ts';
import { tidySpaces } from '../values/spaces.ts';

const LOOT_KIND = 'loot';

/** Rules for treating record kinds, built by jobs from the schema and the configuration. */
export interface CountingRules {
  readonly publicKinds: ReadonlySet<string>;
  /** Kinds that name players. Their records count only while a grant covers them. */
  readonly namedKinds: ReadonlySet<string>;
  /** The game whose records count, or null, the default, if it is not settled: then all count. */
  readonly game?: Game | null;
  /** Preferred language, also assumed for texts of unknown language. Defaults to DEFAULT_LOCALE. */
  readonly locale?: Locale;
}

/** A stored record with everything that a snapshot derives from it. */
export interface CountableRecord {
  readonly record: StoredRecord;
  /** The record, with the mark of its region in the name of its realm. */
  readonly content: AnonymousRecord;
  /** The folder's game. Absent if it is not settled. */
  readonly game?: Game;
  /** Language under which the record's texts are counted. */
  readonly language: TextLanguage;
  /** Null for kinds other than loot. */
  readonly loot: LootJudgement | null;
  /** True if the kind is public and the record is not a legacy loot guess (contract, section 3, Corpus). */
  readonly inFeed: boolean;
}

/** Prepares a record for counting, or returns null if the record must not be counted. */
export function prepareRecord(
  record: StoredRecord,
  rules: CountingRules,
  excluded: ReadonlySet<number>,
): CountableRecord | null {
  if (record.damaged === true || excluded.has(record.installN) || !record.fit) return null;
  const { game = null } = rules;
  if (!belongsToGame(record, game)) return null;
  if (rules.namedKinds.has(record.kind) && record.grants.length === 0) return null;
  // An earlier release stored names with their spaces unchanged. Normalize them to match names stored today.
  const content = JSON.parse(tidySpaces(record.body)) as AnonymousRecord;
  // Every family reads the realm with the mark of its region, because regions have realms of equal names.
  if ('realm' in content && content.realm !== undefined) content.realm = formatRealm(content.realm, record.region);
  const loot = record.kind === LOOT_KIND ? judgeLootRecord(content as JudgedLootRecord) : null;
  const language = findTextLanguage(record.locale, rules.locale ?? DEFAULT_LOCALE);
  const ofGame = game === null ? {} : { game };
  return {
    record,
    content,
    ...ofGame,
    language,
    loot,
    inFeed: rules.publicKinds.has(record.kind) && loot?.kind !== 'legacy',
  };
}
