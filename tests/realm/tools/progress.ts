import assert from 'node:assert/strict';
import { type Backed, localeOf } from '../kept.ts';
import { factOf, subjectsOf, type ToolCheck, type ToolGround } from '../tools.ts';
import { agreedValue, groupedBy, namedIn, otherwise, type PageHolder, pageHolder, textOrder } from './page.ts';

/** Ids that no catalogue of the realm has. */
const STRANGE = [7_000_001, 7_000_002];

/** Returns what a caller may own of a list, in different spellings: nothing, some, all, or unknown ids. */
function ownedOf(ids: readonly number[]): readonly (readonly [text: string | null, owned: readonly number[]])[] {
  const half = ids.filter((_id, i) => i % 2 === 0);
  const third = ids.filter((_id, i) => i % 3 === 1);
  return [
    [null, []],
    [half.join(','), half],
    [` ${[...third, ...third].reverse().join(' , ')} `, third],
    [[...STRANGE].reverse().concat(half).join(','), [...half, ...STRANGE]],
    [ids.join(','), ids],
    [STRANGE.join(', '), STRANGE],
    ...ids.slice(0, 6).map((id) => [String(id), [id]] as const),
  ];
}

function strangersIn(owned: readonly number[], known: ReadonlySet<number>): readonly number[] {
  return owned.filter((id) => !known.has(id)).sort((a, b) => a - b);
}

interface Member {
  readonly itemId: number;
  readonly sources: readonly Backed[];
}

/** Checks `collection_gap` for each known collection, with different owned items. */
export const checkCollectionGap: ToolCheck = async (ground) => {
  const holder = await pageHolder(ground);
  const subjects = subjectsOf(ground, 'collections');
  const collections = groupedBy(subjects, (subject) => subject.slice(0, subject.lastIndexOf(':')));
  let n = 0;
  for (const [collection, ofIt] of collections) {
    const members = ofIt.map((subject) => memberOf(ground, subject)).sort((a, b) => a.itemId - b.itemId);
    for (const [text, owned] of ownedOf(members.map(({ itemId }) => itemId))) {
      const args = { collection: otherwise(collection, n++), ...(text === null ? {} : { owned: text }) };
      const gap = gapOf(holder, collection, members, owned);
      const told = `${gap.ownedTotal} of ${gap.total} known items owned, ${gap.missingTotal} missing.`;
      await holder.hold('collection_gap', args, gap, [told]);
    }
  }
  const { answer } = await holder.hold('collection_gap', { collection: 'no such things', owned: '1,2' }, null);
  for (const collection of collections.keys()) assert.ok(answer.reason.includes(JSON.stringify(collection)));
  return holder.figures();
};

function memberOf(ground: ToolGround, subject: string): Member {
  const { sources } = factOf(ground, 'collections', subject) as unknown as Pick<Member, 'sources'>;
  return { itemId: Number(subject.slice(subject.lastIndexOf(':') + 1)), sources };
}

function gapOf({ named }: PageHolder, collection: string, members: readonly Member[], mine: readonly number[]) {
  const show = ({ itemId, sources }: Member) => ({
    item: named('item', itemId),
    sources: sources.toSorted((a, b) => b.installs - a.installs || textOrder(String(a.value), String(b.value))),
  });
  const [owned, missing] = [true, false].map((is) => members.filter(({ itemId }) => mine.includes(itemId) === is));
  const idsOf = (list: readonly Member[]) => list.map(({ itemId }) => itemId);
  return {
    collection,
    total: members.length,
    ownedTotal: owned!.length,
    missingTotal: missing!.length,
    missing: missing!.slice(0, 150).map(show),
    missingIds: idsOf(missing!),
    owned: owned!.slice(0, 50).map(show),
    ownedIds: idsOf(owned!),
    unknownIds: strangersIn(mine, new Set(idsOf(members))),
  };
}

interface Goal {
  readonly id: number;
  readonly name: string | null;
  readonly installs: number;
  readonly points: number;
  readonly locale?: string;
}

/** An entry of a catalogue, with its heading and its ids. */
interface Entry {
  readonly heading: readonly [id: number | null, name: string | null, parent: string | null];
  readonly truncated: boolean;
  readonly goals: readonly Goal[];
  readonly locale?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: an entry has the fields of its record
type Fields = any;

const AREAS: Readonly<Record<string, readonly [family: string, entry: (fields: Fields, installs: number) => Entry]>> = {
  achievement: [
    'achievements',
    ({ achievementId: id, name, categoryId, category, parentCategory = null, points }, installs) => ({
      heading: [categoryId, category, parentCategory],
      truncated: false,
      goals: [{ id, name, installs, points }],
    }),
  ],
  reputation: [
    'reputations',
    ({ factionId: id, name, header = null }, installs) => ({
      heading: [null, header, null],
      truncated: false,
      goals: [{ id, name, installs, points: 0 }],
    }),
  ],
  title: [
    'titles',
    ({ titleId: id, name }, installs) => ({
      heading: [null, null, null],
      truncated: false,
      goals: [{ id, name, installs, points: 0 }],
    }),
  ],
  quest_chain: [
    'quest_chains',
    ({ questLineId, name, questIds, truncated = false }, installs) => ({
      heading: [questLineId, name, null],
      truncated,
      goals: [...new Set<number>(questIds)].map((id) => ({ id, name: null, installs, points: 0 })),
    }),
  ],
};

/** Checks `completion_progress` for each known catalogue, with different completed entries. */
export const checkProgress: ToolCheck = async (ground) => {
  const holder = await pageHolder(ground);
  for (const [area, [family, entryOf]] of Object.entries(AREAS)) {
    const entries = subjectsOf(ground, family).map((subject) => {
      const { entry } = factOf(ground, family, subject) as unknown as { readonly entry: Backed };
      const told = entryOf(entry.value, entry.installs);
      return { ...told, ...localeOf(entry), goals: told.goals.map((goal) => ({ ...goal, ...localeOf(entry) })) };
    });
    const ids = [...new Set(entries.flatMap(({ goals }) => goals.map(({ id }) => id)))].sort((a, b) => a - b);
    for (const [text, owned] of ownedOf(ids)) {
      const args = { area, ...(text === null ? {} : { owned: text }) };
      const progress = ids.length === 0 ? null : progressOf(ground, area, entries, owned);
      const told = progress === null ? [] : [`${progress.done} of ${progress.total} known `];
      await holder.hold('completion_progress', args, progress, told);
    }
  }
  return holder.figures();
};

function nullsLast(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : textOrder(a, b);
}

function progressOf(ground: ToolGround, area: string, entries: readonly Entry[], mine: readonly number[]) {
  const isDone = ({ id }: Goal): boolean => mine.includes(id);
  const groups = groupsOf(area, entries).sort(byHeading);
  const categories = groups.map((group) => {
    const [id, name, parent] = group[0]!.heading;
    const goals = group.flatMap((entry) => entry.goals);
    const [done, truncated] = [goals.filter(isDone).length, group[0]!.truncated];
    return {
      id,
      name,
      ...localeOf(group[0]),
      parent,
      done,
      total: goals.length,
      truncated,
      finished: done === goals.length && !truncated,
      installs: Math.min(...goals.map(({ installs }) => installs)),
    };
  });
  const goals = groups.flatMap((group) => group.flatMap((entry) => entry.goals));
  const missing = missingOf(ground, area, groups, isDone);
  const points = (of: readonly Goal[]): number => of.reduce((sum, goal) => sum + goal.points, 0);
  return {
    area,
    ...(area === 'quest_chain'
      ? { done: categories.filter(({ finished }) => finished).length, total: categories.length }
      : { done: goals.filter(isDone).length, total: goals.length }),
    ...(area === 'achievement' ? { points: { done: points(goals.filter(isDone)), total: points(goals) } } : {}),
    categoriesTotal: categories.length,
    categories: categories.slice(0, 2_000),
    missingTotal: missing.length,
    missing: missing.slice(0, 150),
    unknownIds: strangersIn(mine, new Set(goals.map(({ id }) => id))),
  };
}

/**
 * Groups entries by heading. An entry in another language joins the group with the same number in the instance's
 * language, if there is one.
 */
function groupsOf(area: string, entries: readonly Entry[]): (readonly Entry[])[] {
  const own = entries.filter(({ locale }) => locale === undefined);
  const headingOf = ({ heading, locale }: Entry): readonly unknown[] => {
    const home =
      locale === undefined ? undefined : own.find((one) => heading[0] !== null && one.heading[0] === heading[0]);
    return home === undefined ? [heading, locale ?? null] : [home.heading, null];
  };
  const groups = groupedBy([...own, ...entries.filter((one) => !own.includes(one))], (one) =>
    JSON.stringify(headingOf(one)),
  );
  const idOf = (one: Entry): number => one.goals[0]!.id;
  // The first entry gives the group its heading and stays first. The order of the others does not matter.
  return [...groups.values()].map((group) => (area === 'quest_chain' ? group : keepFirst(group, idOf)));
}

function keepFirst([first, ...rest]: readonly Entry[], idOf: (one: Entry) => number): readonly Entry[] {
  return [first!, ...rest.toSorted((a, b) => idOf(a) - idOf(b))];
}

function byHeading([one]: readonly Entry[], [other]: readonly Entry[]): number {
  const [id, name, parent] = one!.heading;
  const [otherId, otherName, otherParent] = other!.heading;
  return nullsLast(parent, otherParent) || nullsLast(name, otherName) || (id ?? 0) - (otherId ?? 0);
}

/** Returns the missing entries once each: quests in the order of their chains, other entries by id. */
function missingOf(
  ground: ToolGround,
  area: string,
  groups: readonly (readonly Entry[])[],
  isDone: (goal: Goal) => boolean,
) {
  const seen = new Set<number>();
  const missing = groups.flatMap((group) =>
    group.flatMap(({ goals }) =>
      goals.flatMap((goal) => {
        const { id, installs } = goal;
        if (isDone(goal) || seen.has(id)) return [];
        seen.add(id);
        if (area === 'quest_chain') {
          const title = namedIn(ground, 'quest', id);
          return [{ id, name: title?.value ?? null, ...localeOf(title), category: group[0]!.heading[1], installs }];
        }
        return [{ id, name: goal.name, ...localeOf(goal), category: group[0]!.heading[1], installs }];
      }),
    ),
  );
  return area === 'quest_chain' ? missing : missing.sort((a, b) => a.id - b.id);
}

/** Returns the name of an entry in its catalogue. */
export function catalogueName(ground: ToolGround, family: string, id: number): string | null {
  return agreedValue<{ readonly name: string }>(ground, family, id, 'entry')?.name ?? null;
}
