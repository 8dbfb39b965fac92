import { COVERAGE_KINDS, type CoverageKind, type InstallsMissing } from '../ports/coverage.ts';
import type { Source } from '../ports/drops.ts';
import type { Tally } from '../ports/facts.ts';
import { installsMissing } from '../values/corroboration.ts';
import { CUT_FIRST } from './counting/bounded.ts';
import { type AnonymousRecord, type Claim, tallied } from './counting/family.ts';
import { byNumber } from './counting/order.ts';
import { judgeLoot, type LootRecord } from './drops.ts';

/** What waits for one or two more installs of an entity, and the zones it was seen in. */
export interface Coverage {
  readonly missing: Partial<Readonly<Record<CoverageKind, InstallsMissing>>>;
  /** Map ids, ascending. */
  readonly zones: readonly number[];
}

/** Zones told of one entity: those that most installs saw it in. More would be a list that anybody could make long. */
const ZONES_MAX = 8;

/** Before the map id in the field of a zone; the sides of an entity, of which there are few, stand before them. */
const IN_ZONE = `${CUT_FIRST}in:`;

/**
 * Which entities one or two installs told of: a third may make them public (contract, section 3: by kind, id and zone,
 * without values). It counts who told of an entity at all, not who agrees. Only kinds of the public feed are read, whose
 * records anybody can see. The only family that says anything of fewer than three installs, and it says nothing else.
 * Subject: `<kind>:<id>` of the entity; field: what of it an install told of, or where it saw it.
 */
export const coverage = tallied<Coverage>({
  name: 'coverage',
  version: 3,
  dated: false,
  kinds: [
    'npc_sighting',
    'vendor',
    'trainer_seen',
    'item_seen',
    'quest',
    'recipe_seen',
    'recipe_observed',
    'map_bounds',
  ],
  subject: null,
  logged: false,
  witnesses: {},
  // Who looted what follows from the windows, which the evidence keeps for the drop rates: `withLooters`.
  claims: (record) => toldOf(record).map(([subject, field]): Claim => ({ subject, field, value: '' })),
  facts: (subject, tallies) => {
    const missing = missingIn(tallies);
    return missing === null ? null : { missing, zones: zonesOf(subject, tallies) };
  },
});

/** What loot of a source counts as. */
const LOOT_KINDS = { npc: 'npc_loot', object: 'object' } as const satisfies Record<Source['type'], CoverageKind>;

/** What was said of a subject together with how many installs looted it. */
export function withLooters(tallies: readonly Tally[], { type }: Source, looters: number): readonly Tally[] {
  return looters === 0
    ? tallies
    : [...tallies, { field: LOOT_KINDS[type], value: '', installs: looters, firstDays: [], lastDays: [] }];
}

/** The subject that a source is. */
export function subjectOfSource({ type, id }: Source): string {
  return coverageSubject(LOOT_KINDS[type], id);
}

/** The source that a subject is; null: it is nothing that is looted. */
export function sourceOfSubject(subject: string): Source | null {
  const [kind] = subject.split(':');
  return kind === 'npc' || kind === 'object' ? { type: kind, id: idOfCoverage(subject) } : null;
}

/** The kind of entity that something of this kind is of. */
export function coveredEntity(kind: CoverageKind): CoverageKind {
  return ENTITIES[kind] ?? kind;
}

/** Its subject. */
export function coverageSubject(kind: CoverageKind, id: number): string {
  return `${coveredEntity(kind)}:${id}`;
}

/** Kinds that are a side of another entity. */
const ENTITIES: Partial<Readonly<Record<CoverageKind, CoverageKind>>> = {
  npc_loot: 'npc',
  vendor: 'npc',
  trainer: 'npc',
};

export function idOfCoverage(subject: string): number {
  return Number(subject.slice(subject.indexOf(':') + 1));
}

/** What a record is about, as the coverage has it; null where it counts for nothing there. */
export function coveredBy(record: AnonymousRecord): { readonly kind: CoverageKind; readonly id: number } | null {
  switch (record.kind) {
    case 'npc_sighting':
      return { kind: 'npc', id: record.npcId };
    case 'loot': {
      const loot = judgeLoot(record as LootRecord);
      if (loot.kind !== 'window') return null;
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
      // Map 0 is nowhere.
      return record.mapId === 0 ? null : { kind: 'zone', id: record.mapId };
    default:
      return null;
  }
}

function toldOf(record: AnonymousRecord): readonly (readonly [subject: string, field: string])[] {
  const covered = record.kind === 'loot' ? null : coveredBy(record);
  if (covered === null) return [];
  const subject = coverageSubject(covered.kind, covered.id);
  const told: [string, string][] = [[subject, covered.kind]];
  if (record.kind === 'npc_sighting' && record.mapId !== 0) told.push([subject, `${IN_ZONE}${record.mapId}`]);
  return told;
}

/** Null where nothing waits. */
function missingIn(tallies: readonly Tally[]): Coverage['missing'] | null {
  const missing = COVERAGE_KINDS.flatMap((kind) => {
    const installs = tallies.find(({ field }) => field === kind)?.installs ?? 0;
    const missing = installsMissing(installs);
    return installs > 0 && missing > 0 ? [[kind, missing] as const] : [];
  });
  return missing.length === 0 ? null : Object.fromEntries(missing);
}

function zonesOf(subject: string, tallies: readonly Tally[]): readonly number[] {
  if (subject.startsWith('zone:')) return [idOfCoverage(subject)];
  return tallies
    .filter(({ field }) => field.startsWith(IN_ZONE))
    .map(({ field, installs }) => ({ zone: Number(field.slice(IN_ZONE.length)), installs }))
    .sort((a, b) => b.installs - a.installs || byNumber(a.zone, b.zone))
    .slice(0, ZONES_MAX)
    .map(({ zone }) => zone)
    .sort(byNumber);
}
