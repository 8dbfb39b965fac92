import { TOOLTIP_TYPES } from '../../schema/vocabulary.ts';
import { EDGE_GROUPS } from '../families/edges.ts';
import { CLAIM_FAMILIES } from '../families/mod.ts';
import type { DropReader } from '../ports/drops.ts';
import type { EdgeReader } from '../ports/edges.ts';
import type { FactFamily, FactReader } from '../ports/facts.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { CardType } from '../values/entity_page.ts';

interface Sources {
  readonly reader: FactReader & DropReader & EdgeReader;
  readonly view: SnapshotView;
}

type Question = (sources: Sources, id: number) => Promise<boolean>;

function hasFact(family: FactFamily<object>): Question {
  return async ({ reader, view }, id) => {
    const fact = await reader.fact(view, family, String(id));
    return fact !== null;
  };
}

/** For families with subjects such as `<npc id>:<item id>`. */
function hasFactsUnder(family: FactFamily<object>): Question {
  return async ({ reader, view }, id) => {
    const facts = await reader.factsOf(view, family, `${id}`, 0);
    return facts.total > 0;
  };
}

function isMentioned(type: 'item' | 'npc' | 'quest'): Question {
  return async ({ reader, view }, id) => {
    const mentions = await reader.mentionsOf(view, type, id);
    return mentions.length > 0;
  };
}

function isLooted(type: 'npc' | 'object'): Question {
  return async ({ reader, view }, id) => {
    const sources = await reader.publicSources(view, type, [id]);
    return sources.has(id);
  };
}

const drops: Question = async ({ reader, view }, id) => {
  const rates = await reader.ratesOfItem(view, id, 0);
  return rates.corroborated.total + rates.seenByFew.total > 0;
};

/** Checks for observed edges that start or end at the entity. */
function isRelated(kind: CardType): Question {
  return async ({ reader, view }, id) => {
    for (const end of ['from', 'to'] as const) {
      const groups = EDGE_GROUPS.filter((group) => group[`${end}Kind`] === kind);
      const edges = await reader.edgesAt(view, groups, end, id, 0);
      if (edges.total > 0) return true;
    }
    return false;
  };
}

/** Checks families for which a fact suffices, because their subjects are the id itself or begin with it. */
function facts(type: CardType, subject: 'id' | 'id-first'): readonly Question[] {
  return CLAIM_FAMILIES.filter(({ carded }) => carded?.type === type && carded.subject === subject).map(
    subject === 'id' ? hasFact : hasFactsUnder,
  );
}

/** Further checks for entities of each type. */
const OTHER_QUESTIONS: Readonly<Record<CardType, readonly Question[]>> = {
  item: [drops, isMentioned('item'), isRelated('item')],
  npc: [isLooted('npc'), isMentioned('npc'), isRelated('npc')],
  quest: [isMentioned('quest'), isRelated('quest')],
  object: [isLooted('object')],
};

/** Returns all checks for anything public about an entity, cheapest first. */
function questionsOf(type: CardType): readonly Question[] {
  return [...facts(type, 'id'), ...OTHER_QUESTIONS[type], ...facts(type, 'id-first')];
}

const QUESTIONS: ReadonlyMap<CardType, readonly Question[]> = new Map(
  TOOLTIP_TYPES.map((type) => [type, questionsOf(type)]),
);

/**
 * Returns whether any player report about an entity is public. If so, it has a card and a page (contract, section 4,
 * Tooltip).
 */
export async function isPublic(sources: Sources, type: CardType, id: number): Promise<boolean> {
  for (const ask of QUESTIONS.get(type)!) {
    const isFound = await ask(sources, id);
    if (isFound) return isFound;
  }
  return false;
}
