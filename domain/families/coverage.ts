import { COVERAGE_KINDS } from '../../schema/vocabulary.ts';
import type { CoverageKind, InstallsMissing } from '../ports/coverage.ts';
import type { Source, SourceType } from '../ports/drops.ts';
import type { Tally } from '../ports/facts.ts';
import { countMissingInstalls } from '../values/corroboration.ts';
import { CUT_FIRST_PREFIX } from './counting/bounded.ts';
import { type AnonymousRecord, type Claim, defineTalliedFamily } from './counting/family.ts';
import { findObjectPlace, isGatheredSource } from './counting/loot_source.ts';
import { compareNumbers } from './counting/order.ts';
import { type JudgedLootRecord, judgeLootRecord } from './drops.ts';

/** The facts about an entity that still need one or two installs, and the zones where the entity was seen. */
export interface CoverageFact {
  readonly missing: Partial<Readonly<Record<CoverageKind, InstallsMissing>>>;
  /** Map ids, ascending. */
  readonly zones: readonly number[];
}

/** Maximum number of zones per entity, those that most installs reported, so that nobody can make the list long. */
const ZONES_PER_SUBJECT_MAX = 8;

/** Prefix of fields that name a zone. Fields for other aspects are few and have no prefix, so they are read first. */
const ZONE_PREFIX = `${CUT_FIRST_PREFIX}in:`;

/**
 * Entities reported by only one or two installs that a third install may make public, without values (contract, section
 * 3). An install counts if it reported the entity at all, whether or not its values agree with others. Reads only
 * record kinds of the public feed. No other family publishes anything based on fewer than three installs. The subject
 * is `<kind>:<id>` of the entity. The field is the reported aspect of the entity, or a zone where the entity was seen.
 */
export const coverage = defineTalliedFamily({
  name: 'coverage',
  version: 5,
  kinds: [
    'npc_sighting',
    'vendor',
    'trainer_seen',
    'item_seen',
    'quest',
    'recipe_seen',
    'recipe_observed',
    'map_bounds',
    'loot',
  ],
  subject: null,
  witnesses: {},
  // Looters are counted from the loot windows stored for drop rates (see `addLooterTally`).
  claims: (record) => listCoveredFields(record).map(([subject, field]): Claim => ({ subject, field, value: '' })),
  facts: (subject, tallies): CoverageFact | null => {
    const missing = countMissingReports(tallies);
    return missing === null ? null : { missing, zones: listSubjectZones(subject, tallies) };
  },
});

const LOOT_KINDS = { npc: 'npc_loot', object: 'object' } as const satisfies Record<SourceType, CoverageKind>;

/** Returns the tallies, plus one with the number of installs that looted the source, which no claim contains. */
export function addLooterTally(tallies: readonly Tally[], { type }: Source, looters: number): readonly Tally[] {
  return looters === 0
    ? tallies
    : [...tallies, { field: LOOT_KINDS[type], value: '', installs: looters, firstDays: [], lastDays: [] }];
}

export function formatSourceSubject({ type, id }: Source): string {
  return formatCoverageSubject(LOOT_KINDS[type], id);
}

export function parseSource(subject: string): Source | null {
  const [kind] = subject.split(':');
  return kind === 'npc' || kind === 'object' ? { type: kind, id: parseCoverageSubject(subject) } : null;
}

/** Returns the kind of entity described by a coverage kind, such as `npc` for `vendor`. */
export function findEntityKind(kind: CoverageKind): CoverageKind {
  return COVERED_ENTITIES[kind] ?? kind;
}

export function formatCoverageSubject(kind: CoverageKind, id: number): string {
  return `${findEntityKind(kind)}:${id}`;
}

/** Coverage kinds that describe one aspect of another kind of entity. */
const COVERED_ENTITIES: Partial<Readonly<Record<CoverageKind, CoverageKind>>> = {
  npc_loot: 'npc',
  vendor: 'npc',
  trainer: 'npc',
};

export function parseCoverageSubject(subject: string): number {
  return Number(subject.slice(subject.indexOf(':') + 1));
}

/** Returns the coverage kind and id that a record reports, or null if the record does not count towards coverage. */
export function findSubject(record: AnonymousRecord): { readonly kind: CoverageKind; readonly id: number } | null {
  switch (record.kind) {
    case 'npc_sighting':
      return { kind: 'npc', id: record.npcId };
    case 'loot': {
      const loot = judgeLootRecord(record as JudgedLootRecord);
      if (loot.kind !== 'window' || isGatheredSource(loot.source)) return null;
      return { kind: LOOT_KINDS[loot.source.type], id: loot.source.id };
    }
    case 'vendor':
      return { kind: 'vendor', id: record.vendorNpcId };
    case 'trainer_seen':
      return { kind: 'trainer', id: record.trainerNpcId };
    case 'item_seen':
      return { kind: 'item', id: record.itemId };
    case 'quest':
      return { kind: 'quest', id: record.questId };
    case 'recipe_seen':
    case 'recipe_observed':
      return { kind: 'recipe', id: record.recipeId };
    case 'map_bounds':
      // Map 0 means "unknown place".
      return record.mapId === 0 ? null : { kind: 'zone', id: record.mapId };
    default:
      return null;
  }
}

function listCoveredFields(record: AnonymousRecord): readonly (readonly [subject: string, field: string])[] {
  if (record.kind === 'loot') {
    const place = findObjectPlace(record);
    return place === null ? [] : [[formatCoverageSubject('object', place.objectId), `${ZONE_PREFIX}${place.mapId}`]];
  }
  const covered = findSubject(record);
  if (covered === null) return [];
  const subject = formatCoverageSubject(covered.kind, covered.id);
  const isPlaced = record.kind === 'npc_sighting' && record.mapId !== 0;
  return [[subject, covered.kind], ...(isPlaced ? [[subject, `${ZONE_PREFIX}${record.mapId}`] as const] : [])];
}

/** Returns the number of installs missing per coverage kind, or null if nothing is missing. */
function countMissingReports(tallies: readonly Tally[]): CoverageFact['missing'] | null {
  const missing = COVERAGE_KINDS.flatMap((kind) => {
    const installs = tallies.find(({ field }) => field === kind)?.installs ?? 0;
    const missing = countMissingInstalls(installs);
    return installs > 0 && missing > 0 ? [[kind, missing] as const] : [];
  });
  return missing.length === 0 ? null : Object.fromEntries(missing);
}

function listSubjectZones(subject: string, tallies: readonly Tally[]): readonly number[] {
  if (subject.startsWith('zone:')) return [parseCoverageSubject(subject)];
  return tallies
    .filter(({ field }) => field.startsWith(ZONE_PREFIX))
    .map(({ field, installs }) => ({ zone: Number(field.slice(ZONE_PREFIX.length)), installs }))
    .sort((a, b) => b.installs - a.installs || compareNumbers(a.zone, b.zone))
    .slice(0, ZONES_PER_SUBJECT_MAX)
    .map(({ zone }) => zone)
    .sort(compareNumbers);
}
