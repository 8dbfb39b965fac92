import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import { type CatalogueFact, type CatalogueKind, readEntryName } from '../../families/counting/catalogue.ts';
import { type ChangeSubject, queryEntity, queryKind, toSubject } from '../../families/lookups/change_subjects.ts';
import { families } from '../../families/mod.ts';
import type { ChangeLine } from '../../ports/change_log.ts';
import type { FactFamily } from '../../ports/facts.ts';
import { prefetchFacts } from '../../reads/entities/read_once.ts';
import type { Entity, PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { type Locale, readLocaleField } from '../../values/language.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { readPagedEntity } from '../shared/paged_entity.ts';
import { type ChangeText, describeChange } from './change_sentence.ts';

export interface SubjectLine {
  readonly line: ChangeLine;
  readonly about: ChangeSubject;
}

interface LineQuery {
  readonly sinceMs: number;
  readonly kind: ChangeSubjectKind | null;
  readonly limit: number;
}

/** Returns the most recent lines. Lines with the same time keep the order of the queries that found them. */
export async function readSubjectLines(
  snapshot: PublishedSnapshot,
  { sinceMs, kind, limit }: LineQuery,
): Promise<readonly SubjectLine[]> {
  const queries = kind === null ? [{ families: null, subjectPrefix: '' }] : queryKind(kind);
  const found = await mapInOrder(queries, (query) => snapshot.log.changes({ sinceMs, limit, ...query }));
  return pickNewestLines(found.flat(), limit);
}

export function pickNewestLines(lines: readonly ChangeLine[], limit: number): readonly SubjectLine[] {
  const newest = lines.toSorted((a, b) => b.atMs - a.atMs).slice(0, limit);
  return newest.flatMap((line) => {
    const about = toSubject(line);
    return about === null ? [] : [{ line, about }];
  });
}

/** Number of the newest lines of a family that are searched for lines about one entity. */
const LINES_PER_SEARCH = 200;

export async function readEntityLines(
  snapshot: PublishedSnapshot,
  kind: ChangeSubjectKind,
  id: number,
  limit: number,
): Promise<readonly SubjectLine[]> {
  const found = await mapInOrder(queryEntity(kind, id), async (query) => {
    const lines = await snapshot.log.changes({ sinceMs: 0, ...query, limit: query.subject ? limit : LINES_PER_SEARCH });
    return lines.flatMap((line) => {
      const about = toSubject(line);
      return about === null || (query.subject === undefined && about.id !== id) ? [] : [{ line, about }];
    });
  });
  return found
    .flat()
    .sort((a, b) => b.line.atMs - a.line.atMs)
    .slice(0, limit);
}

/** One change, with the parts of its sentence. */
export interface DescribedChange extends ChangeSubject, SubjectName {
  readonly at: string;
  readonly change: ChangeLine['change'];
  readonly subject: string;
  readonly field: string;
  readonly description: ChangeText;
}

/** Describes lines of the change log, in their order. The name of each subject is looked up only once. */
export async function describeLines(
  snapshot: PublishedSnapshot,
  lines: readonly SubjectLine[],
): Promise<readonly DescribedChange[]> {
  await prefetchNames(snapshot, lines);
  const names = new Map<string, SubjectName>();
  return mapInOrder(lines, async ({ line, about }) => {
    const key = `${about.kind} ${about.id}`;
    const { name, url, locale } = names.get(key) ?? (await readSubjectName(snapshot, about));
    names.set(key, { name, url, ...readLocaleField({ locale }) });
    const { change, subject, field } = line;
    const description = await describeChange(snapshot, line, { name, locale, url, ...about });
    const at = new Date(line.atMs).toISOString();
    return { at, change, ...about, subject, name, ...readLocaleField({ locale }), field, url, description };
  });
}

type SubjectName = Pick<Entity, 'name' | 'url'> & { readonly locale?: Locale };

const ITEM_FAMILIES = [families.items, families.vendor_prices];

/**
 * Subject kinds that are entities, with the fact families to prefetch: the family that has the entity's name, and the
 * families checked first to decide whether the entity has a page.
 */
const ENTITY_SUBJECTS: Readonly<
  Partial<Record<ChangeSubjectKind, { readonly kind: string; readonly facts: readonly FactFamily<object>[] }>>
> = {
  item: { kind: 'item', facts: ITEM_FAMILIES },
  collection: { kind: 'item', facts: ITEM_FAMILIES },
  npc: { kind: 'npc', facts: [families.npcs] },
  vendor: { kind: 'npc', facts: [families.npcs] },
  trainer: { kind: 'npc', facts: [families.npcs] },
  object: { kind: 'object', facts: [families.objects] },
  quest: { kind: 'quest', facts: [families.quests] },
  zone: { kind: 'zone', facts: [families.maps] },
  recipe: { kind: 'recipe', facts: [families.recipes] },
};

/** Subject kinds whose names come from catalogues. */
const CATALOGUE_FAMILIES: Readonly<Partial<Record<ChangeSubjectKind, FactFamily<CatalogueFact<CatalogueKind>>>>> = {
  achievement: families.achievements,
  reputation: families.reputations,
  title: families.titles,
  quest_chain: families.quest_chains,
};

/** Returns the subject's currently agreed name. The subject may be unnamed, or no longer public. */
async function readSubjectName(snapshot: PublishedSnapshot, { kind, id }: ChangeSubject): Promise<SubjectName> {
  const [entity, catalogue] = [ENTITY_SUBJECTS[kind], CATALOGUE_FAMILIES[kind]];
  if (id !== null && entity !== undefined) return readPagedEntity(snapshot, entity.kind, id);
  if (id === null || catalogue === undefined) return { name: null, url: null };
  const fact = await snapshot.fact(catalogue, String(id));
  const name = fact === null ? undefined : readEntryName(fact);
  return { name: name?.value ?? null, ...readLocaleField(name), url: null };
}

/** Prefetches, in one batch, the facts needed for the sentences of these lines. */
async function prefetchNames(snapshot: PublishedSnapshot, lines: readonly SubjectLine[]): Promise<void> {
  const subjects = new Map<FactFamily<object>, Set<string>>();
  const add = (family: FactFamily<object>, subject: string): void => {
    subjects.set(family, (subjects.get(family) ?? new Set()).add(subject));
  };
  for (const { line, about } of lines) {
    const catalogue = CATALOGUE_FAMILIES[about.kind];
    const facts = ENTITY_SUBJECTS[about.kind]?.facts ?? (catalogue === undefined ? [] : [catalogue]);
    if (about.id !== null) for (const family of facts) add(family, String(about.id));
    for (const [family, subject] of listOtherFacts(line)) add(family, subject);
  }
  await Promise.all([...subjects].map(([family, ids]) => prefetchFacts(snapshot, family, [...ids])));
}

/** Returns the facts that name the other entities in a line's sentence (change_sentence.ts). */
function listOtherFacts({ family, subject }: ChangeLine): readonly (readonly [FactFamily<object>, string])[] {
  const [first = '', second = ''] = subject.split(':');
  switch (family) {
    case families.vendor_goods.name:
      return ITEM_FAMILIES.map((facts) => [facts, second]);
    case families.pins.name:
    case families.object_pins.name:
      return [[families.maps, first]];
    case families.trainer_services.name:
      return second === 'spell' ? [[families.trainer_services, subject]] : [];
    case families.realms.name:
      return [[families.realms, subject]];
    default:
      return [];
  }
}
