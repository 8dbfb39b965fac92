import type { ChangeSubject } from '../../families/lookups/change_subjects.ts';
import { families } from '../../families/mod.ts';
import type { ChangeLine } from '../../ports/change_log.ts';
import type { FactFamily } from '../../ports/facts.ts';
import { readAhead } from '../../reads/entities/read_once.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';

/**
 * For each kind, the fact families to prefetch: those that have an entity's name, and the first ones checked to decide
 * whether the entity has a page.
 */
const NAMED: Readonly<Record<string, readonly FactFamily<object>[]>> = {
  item: [families.items, families.vendor_prices],
  collection: [families.items, families.vendor_prices],
  npc: [families.npcs],
  vendor: [families.npcs],
  trainer: [families.npcs],
  quest: [families.quests],
  zone: [families.maps],
  recipe: [families.recipes],
  achievement: [families.achievements],
  reputation: [families.reputations],
  title: [families.titles],
  quest_chain: [families.quest_chains],
};

/** Prefetches in one batch the facts that the sentences of these change lines will need. */
export async function namesAhead(
  snapshot: PublishedSnapshot,
  lines: readonly { readonly line: Pick<ChangeLine, 'family' | 'subject'>; readonly about: ChangeSubject }[],
): Promise<null> {
  const asked = new Map<FactFamily<object>, Set<string>>();
  const ask = (family: FactFamily<object>, subject: string): void => {
    asked.set(family, (asked.get(family) ?? new Set()).add(subject));
  };
  for (const { line, about } of lines) {
    if (about.id !== null) for (const family of NAMED[about.kind] ?? []) ask(family, String(about.id));
    for (const [family, subject] of besideIn(line)) ask(family, subject);
  }
  await Promise.all([...asked].map(([family, subjects]) => readAhead(snapshot, family, [...subjects])));
  return null;
}

/**
 * Returns the facts that name the other entities in a line's sentence, apart from the line's subject
 * (change_sentence.ts).
 */
function besideIn({
  family,
  subject,
}: Pick<ChangeLine, 'family' | 'subject'>): readonly (readonly [FactFamily<object>, string])[] {
  const [first = '', second = ''] = subject.split(':');
  switch (family) {
    case families.vendor_goods.name:
      return (NAMED['item'] ?? []).map((of) => [of, second]);
    case families.pins.name:
      return [[families.maps, first]];
    case families.trainer_services.name:
      return second === 'spell' ? [[families.trainer_services, subject]] : [];
    case families.realms.name:
      return [[families.realms, subject]];
    default:
      return [];
  }
}
