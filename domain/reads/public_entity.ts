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

/** Subjects such as `<npc id>:<item id>`. */
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

/** Whether an observed relation stands at either of its ends. */
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

/** A fact of these families is enough, where their subjects are the id itself, or begin with it. */
function facts(type: CardType, subject: 'id' | 'id-first'): readonly Question[] {
  return CLAIM_FAMILIES.filter(({ carded }) => carded?.type === type && carded.subject === subject).map(
    subject === 'id' ? hasFact : hasFactsUnder,
  );
}

/** What else may tell of an entity of each type. */
const BESIDE: Readonly<Record<CardType, readonly Question[]>> = {
  item: [drops, isMentioned('item'), isRelated('item')],
  npc: [isLooted('npc'), isMentioned('npc'), isRelated('npc')],
  quest: [isMentioned('quest'), isRelated('quest')],
  object: [isLooted('object')],
};

/** Where anything public about an entity may stand, what is found soonest first. */
function questionsOf(type: CardType): readonly Question[] {
  return [...facts(type, 'id'), ...BESIDE[type], ...facts(type, 'id-first')];
}

const QUESTIONS: ReadonlyMap<CardType, readonly Question[]> = new Map(
  TOOLTIP_TYPES.map((type) => [type, questionsOf(type)]),
);

/** Whether anything that players reported about an entity is public: then it has a card and a page (contract, section 4, Tooltip). */
export async function isPublic(sources: Sources, type: CardType, id: number): Promise<boolean> {
  for (const holds of QUESTIONS.get(type)!) {
    const held = await holds(sources, id);
    if (held) return held;
  }
  return false;
}
