import { TOOLTIP_TYPES } from '../../schema/vocabulary.ts';
import { EDGE_GROUPS } from '../families/edges.ts';
import { CLAIM_FAMILIES } from '../families/mod.ts';
import type { FactFamily } from '../ports/facts.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import type { CardType } from '../values/entity_page.ts';
import { listGatheredSources } from './gathering.ts';

type PublicityCheck = (snapshot: Snapshot, id: number) => Promise<boolean>;

function createFactCheck(family: FactFamily<object>): PublicityCheck {
  return async (snapshot, id) => {
    const fact = await snapshot.fact(family, String(id));
    return fact !== null;
  };
}

/** Checks for facts in families whose subjects look like `<npc id>:<item id>`. */
function createPrefixCheck(family: FactFamily<object>): PublicityCheck {
  return async (snapshot, id) => {
    const facts = await snapshot.factsOf(family, `${id}`, 0);
    return facts.total > 0;
  };
}

function createMentionCheck(type: 'item' | 'npc' | 'quest'): PublicityCheck {
  return async (snapshot, id) => {
    const mentions = await snapshot.mentionsOf(type, id);
    return mentions.length > 0;
  };
}

function createLootCheck(type: 'npc' | 'object'): PublicityCheck {
  return async (snapshot, id) => {
    const sources = await snapshot.rates.publicSources(type, [id]);
    return sources.has(id);
  };
}

const hasPublicDrops: PublicityCheck = async (snapshot, id) => {
  const rates = await snapshot.rates.ofItem(id, 0);
  return rates.corroborated.total + rates.seenByFew.total > 0;
};

function createGatherCheck(kind: CardType): PublicityCheck {
  return async (snapshot, id) => {
    if (kind === 'quest') return false;
    const found = await Promise.all(
      listGatheredSources(kind, id).map((source) => snapshot.gathering.ofSource(source, 0)),
    );
    return found.some((one) => one !== null && one.corroborated.total > 0);
  };
}

const isGatheredItem: PublicityCheck = async (snapshot, id) => {
  const { corroborated } = await snapshot.gathering.ofItem(id, 0);
  return corroborated.total > 0;
};

function createEdgeCheck(kind: CardType): PublicityCheck {
  return async (snapshot, id) => {
    for (const end of ['from', 'to'] as const) {
      const groups = EDGE_GROUPS.filter((group) => group[`${end}Kind`] === kind);
      const edges = await snapshot.edges.at(groups, end, id, 0);
      if (edges.total > 0) return true;
    }
    return false;
  };
}

/** Checks families in which any fact is enough, because the subject is the entity's id or begins with it. */
function listFactChecks(type: CardType, subject: 'id' | 'id-first'): readonly PublicityCheck[] {
  return CLAIM_FAMILIES.filter(({ carded }) => carded?.type === type && carded.subject === subject).map(
    subject === 'id' ? createFactCheck : createPrefixCheck,
  );
}

const OTHER_CHECKS: Readonly<Record<CardType, readonly PublicityCheck[]>> = {
  item: [
    hasPublicDrops,
    createMentionCheck('item'),
    createEdgeCheck('item'),
    isGatheredItem,
    createGatherCheck('item'),
  ],
  npc: [createLootCheck('npc'), createMentionCheck('npc'), createEdgeCheck('npc'), createGatherCheck('npc')],
  quest: [createMentionCheck('quest'), createEdgeCheck('quest')],
  object: [createLootCheck('object'), createGatherCheck('object')],
};

/** Returns all checks for public facts about an entity, cheapest first. */
function listPublicityChecks(type: CardType): readonly PublicityCheck[] {
  return [...listFactChecks(type, 'id'), ...OTHER_CHECKS[type], ...listFactChecks(type, 'id-first')];
}

const CHECKS_BY_TYPE: ReadonlyMap<CardType, readonly PublicityCheck[]> = new Map(
  TOOLTIP_TYPES.map((type) => [type, listPublicityChecks(type)]),
);

/**
 * Returns whether any player report about an entity is public. If so, the entity has a card and a page (contract,
 * section 4, Tooltip).
 */
export async function isPublicEntity(snapshot: Snapshot, type: CardType, id: number): Promise<boolean> {
  for (const ask of CHECKS_BY_TYPE.get(type)!) {
    const isFound = await ask(snapshot, id);
    if (isFound) return isFound;
  }
  return false;
}
