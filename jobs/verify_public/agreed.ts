import type { WitnessRule } from './counting.ts';
import { createListCheck, type FieldValue, type JsonRow, type ListReport } from './list_check.ts';
import { type AgreedValue, createSubjectVotes, type SubjectVotes, sortAscending, type VoteEvidence } from './votes.ts';

/** Lists of agreed values, with the fields that identify a row. */
export const AGREED_LISTS: Readonly<Record<string, readonly string[]>> = {
  names: ['kind', 'id'],
  npcs: ['npcId'],
  objects: ['objectId'],
  vendors: ['npcId', 'itemId'],
  trainers: ['npcId', 'lesson'],
  quests: ['questId'],
  recipes: ['recipeId'],
};

type RecountVotes = (
  votes: SubjectVotes,
  id: string,
) => readonly [list: string, key: JsonRow, figures: readonly FieldValue[]];

/** The rows that follow from the votes on a subject, by its kind. */
const RECOUNTS_BY_LIST: Readonly<Record<string, readonly RecountVotes[]>> = {
  item: [
    createNameRecount('item', 'name'),
    (votes, id) => ['vendors', { npcId: null, itemId: Number(id) }, listValues(votes.prices())],
  ],
  npc: [
    createNameRecount('npc', 'name'),
    (votes, id) => [
      'npcs',
      { npcId: Number(id) },
      listValues({
        name: votes.text('name'),
        levels: sortAscending(votes.every('level')),
        reactions: sortByValue(votes.every('reaction')),
      }),
    ],
  ],
  object: [createNameRecount('object', 'name'), recountFields('objects', { name: 'text' })],
  quest: [
    createNameRecount('quest', 'title'),
    recountFields('quests', { title: 'text', level: 'one', giver: 'one', turnIn: 'one', rewards: 'members' }),
  ],
  recipe: [
    createNameRecount('recipe', 'name'),
    recountFields('recipes', {
      name: 'text',
      profession: 'text',
      itemId: 'one',
      makesMin: 'one',
      makesMax: 'one',
      reagents: 'one',
      taughtByItemId: 'one',
    }),
  ],
  zone: [createNameRecount('zone', 'name')],
  vendor: [
    (votes, id) => {
      const [npcId, itemId] = id.split(':').map(Number);
      const limited = votes.one('limited');
      const limitedStock = limited?.value === true ? votes.one('limitedStock') : null;
      const figures = listValues({ ...votes.prices(), limited, limitedStock });
      return ['vendors', { npcId, itemId }, figures];
    },
  ],
  trainer: [
    (votes, id) => {
      const colon = id.indexOf(':');
      const { prices: costs, withReputation } = votes.prices();
      const figures = listValues({
        name: votes.text('name'),
        spellId: votes.one('spellId'),
        costs,
        withReputation,
        requiredLevel: votes.one('requiredLevel'),
        profession: votes.text('profession'),
        requiredSkill: votes.one('requiredSkill'),
      });
      return ['trainers', { npcId: Number(id.slice(0, colon)), lesson: id.slice(colon + 1) }, figures];
    },
  ],
};

function createNameRecount(kind: string, field: string): RecountVotes {
  return (votes, id) => {
    const name = votes.text(field);
    const figures = [
      { field: 'name', value: name?.value },
      { field: 'installs', value: name?.installs },
      { field: 'locale', value: name?.locale },
    ];
    return ['names', { kind, id: Number(id) }, name === null ? [] : figures];
  };
}

/** Recounts a list whose rows have one number as their key. `ways` says how the votes on each field are counted. */
function recountFields(list: string, ways: Readonly<Record<string, 'text' | 'one' | 'members'>>): RecountVotes {
  const key = AGREED_LISTS[list]![0]!;
  return (votes, id) => {
    const agreed = Object.entries(ways).map(([field, way]) => [field, votes[way](field)] as const);
    return [list, { [key]: Number(id) }, listValues(Object.fromEntries(agreed))];
  };
}

/** Returns the figures of a row, or none if nothing is agreed, because such a row is not in the list. */
function listValues(
  agreed: Readonly<Record<string, AgreedValue | readonly AgreedValue[] | null>>,
): readonly FieldValue[] {
  const figures = Object.entries(agreed).map(([field, value]) => ({ field, value }));
  return figures.every(({ value }) => value === null || (Array.isArray(value) && value.length === 0)) ? [] : figures;
}

function sortByValue(agreed: readonly AgreedValue[]): readonly AgreedValue[] {
  return agreed.toSorted((a, b) => (String(a.value) < String(b.value) ? -1 : 1));
}

/** Recounts the lists of agreed values from the votes. All votes on a subject's fields follow each other. */
export function createAgreedCheck({ isApart }: WitnessRule) {
  const checks = new Map(Object.keys(AGREED_LISTS).map((list) => [list, createListCheck(list)]));
  let subject = '';
  let votes = createSubjectVotes();

  const recountSubject = (): void => {
    const [kind = '', id = ''] = subject.split(/ (.*)/s);
    for (const recount of RECOUNTS_BY_LIST[kind] ?? []) {
      const [list, key, figures] = recount(votes, id);
      if (figures.length > 0)
        checks
          .get(list)!
          .compare(formatSubject(list, key), (row) => orderFieldValues(row, figures, isApart ? votes : null));
    }
  };
  return {
    add: (list: string, line: string): void => checks.get(list)!.add(formatSubject(list, JSON.parse(line)), line),
    recount: (evidence: VoteEvidence): void => {
      const { kind, id } = evidence.subject;
      if (`${kind} ${id}` !== subject) {
        recountSubject();
        subject = `${kind} ${id}`;
        votes = createSubjectVotes();
      }
      votes.add(evidence);
    },
    finish: (): void => {
      recountSubject();
      for (const check of checks.values()) check.finish();
    },
    reports: (): readonly ListReport[] => [...checks.values()].map((check) => check.report()),
  };
}

function formatSubject(list: string, row: JsonRow): string {
  return AGREED_LISTS[list]!.map((field) => `${field} ${row[field]}`).join(', ');
}

/**
 * Accepts exported values that need not be written or counted in one way: the order of reactions means nothing, and the
 * installs that list a reward are uncertain if address families are apart. `votes` is null if they are not.
 */
function orderFieldValues(
  { reactions, rewards }: JsonRow,
  figures: readonly FieldValue[],
  votes: SubjectVotes | null,
): readonly FieldValue[] {
  const isSame = (value: unknown): boolean =>
    Array.isArray(reactions) && JSON.stringify(value) === JSON.stringify(sortByValue(reactions));
  return figures.map((figure) => {
    if (figure.field === 'reactions' && isSame(figure.value)) return { ...figure, value: reactions };
    const isPossible =
      figure.field === 'rewards' && Array.isArray(rewards) && votes?.allowsMembers('rewards', rewards) === true;
    return isPossible ? { ...figure, value: rewards } : figure;
  });
}
