import assert from 'node:assert/strict';
import type { Backed } from '../kept.ts';
import { factOf, subjectsOf, type ToolCheck, type ToolGround } from '../tools.ts';
import { groupedBy, namedIn, nameOf, type PageHolder, pageHolder } from './page.ts';
import { catalogueName } from './progress.ts';

interface Line {
  readonly at: string;
  readonly change: string;
  readonly kind: string;
  readonly id: number | null;
  readonly subject: string;
  readonly name: string | null;
  readonly locale?: string;
  readonly field: string;
  readonly url: string | null;
}

interface Kind {
  /** The kind's own families and their fields. */
  readonly own: Readonly<Record<string, readonly string[]>>;
  /** Index of the part of a subject that is its id, or null if there is none. */
  readonly part: number | null;
  /** The kind whose name and page it uses. */
  readonly as?: string;
  /** Whether it is the first end of relations. */
  readonly relates?: true;
}

function entry(family: string): Kind {
  return { own: { [family]: ['entry', 'otherEntry'] }, part: 0 };
}

const RECIPE = [
  'name',
  'otherName',
  'profession',
  'professions',
  'itemId',
  'makesMin',
  'makesMax',
  'reagents',
  'taughtByItemId',
];
const LESSON = ['name', 'spellId', 'requiredLevel', 'profession', 'requiredSkill', 'costs', 'withReputation'];

/** The kinds that changes can be about, with their fields (contract, section 3). */
const KINDS: Readonly<Record<string, Kind>> = {
  item: {
    own: { items: ['name', 'otherName', 'quality', 'itemLevel'], vendor_prices: ['prices'] },
    part: 0,
    as: 'item',
    relates: true,
  },
  npc: {
    own: { npcs: ['name', 'otherName', 'levels', 'reactions'], pins: ['pins'] },
    part: -1,
    as: 'npc',
    relates: true,
  },
  object: { own: {}, part: null, as: 'object', relates: true },
  quest: { own: { quests: ['title', 'otherName', 'level', 'giver', 'turnIn', 'rewards'] }, part: 0, as: 'quest' },
  zone: { own: { maps: ['bounds', 'name', 'otherName', 'parentMapId', 'continentId'] }, part: 0, as: 'zone' },
  recipe: {
    own: { recipes: RECIPE, recipe_ranges: ['yellow', 'green', 'grey', 'bounds', 'seenFrom'] },
    part: 0,
    as: 'recipe',
  },
  vendor: { own: { vendor_goods: ['prices', 'withReputation', 'limited', 'limitedStock'] }, part: 0, as: 'npc' },
  trainer: { own: { trainer_services: LESSON }, part: 0, as: 'npc' },
  achievement: entry('achievements'),
  reputation: entry('reputations'),
  title: entry('titles'),
  quest_chain: entry('quest_chains'),
  collection: { own: { collections: ['sources'] }, part: -1, as: 'item' },
  realm: { own: { realms: ['spelling'] }, part: null },
  build: { own: {}, part: null },
};

const RELATIONS = ['dropped_by', 'sold_by', 'reward_from', 'located_in'];
const MOST = 200;

/**
 * Checks `recent_changes`, for each kind and for all: every line must agree with the current facts, and every public
 * fact must have its lines.
 */
export const checkChanges: ToolCheck = async (ground) => {
  const holder = await pageHolder(ground);
  const all = new Set<string>();
  for (const [kind, of] of Object.entries(KINDS)) {
    const { changes, more } = await read(ground, { kind, limit: MOST });
    for (const line of changes) assertLine(ground, holder, kind, of, line);
    assertNewest(ground, of, changes);
    if (!more) assertComplete(ground, kind, of, changes);
    await assertOptions(ground, kind, changes, more);
    for (const line of changes) all.add(JSON.stringify(line));
    holder.add(8 * changes.length);
  }
  const { changes } = await read(ground, { limit: MOST });
  const strange = changes.map((line) => JSON.stringify(line)).filter((line) => !all.has(line));
  assert.deepEqual(strange, [], 'lines that their kind does not tell');
  const kindless = [...all].map((line) => JSON.parse(line) as Line).filter(({ at }) => at > changes.at(-1)!.at);
  assert.deepEqual(
    linesOf(changes.filter(({ at }) => at > changes.at(-1)!.at)),
    linesOf(kindless),
    'newest of all kinds',
  );
  assert.equal((await read(ground, {})).changes.length, Math.min(20, changes.length));
  holder.add(2 * changes.length);
  return holder.figures();
};

function linesOf(lines: readonly Line[]): readonly string[] {
  return [...new Set(lines.map((line) => JSON.stringify(line)))].sort();
}

async function read(ground: ToolGround, args: Readonly<Record<string, string | number>>) {
  const { answer } = await ground.ask('recent_changes', args);
  const { changes, more } = answer.page as { readonly changes: readonly Line[]; readonly more: boolean };
  const late = changes.find(({ at }, i) => i > 0 && at > changes[i - 1]!.at);
  assert.equal(late, undefined, `${JSON.stringify(args)}: not the newest first`);
  return { changes, more };
}

/** Asserts the subject of a line and its current name. */
function assertLine(ground: ToolGround, { named }: PageHolder, kind: string, of: Kind, line: Line): void {
  const what = JSON.stringify(line);
  const { id, name, locale, url, ...rest } = line;
  const related = of.relates === true && rest.subject.startsWith(`${kind}:`);
  const fields = related ? [...RELATIONS, 'rates'] : Object.values(of.own).flat();
  assert.equal(rest.kind, kind, what);
  if (kind === 'build') {
    assert.deepEqual([rest.change, rest.field, id, name, url], ['build-imported', 'build', null, null, null], what);
    return;
  }
  assert.ok(fields.includes(rest.field), `${what}: no field of ${kind}`);
  const parts = rest.subject.split(':');
  const at = related ? 1 : of.part;
  assert.equal(id, at === null ? null : Number(parts.at(at)), what);
  if (id === null || of.as === undefined) {
    const catalogue = id === null ? null : catalogueName(ground, Object.keys(of.own)[0]!, id);
    assert.deepEqual([name, url], [catalogue, null], what);
    const told = id === null ? null : (factOf(ground, Object.keys(of.own)[0]!, id) as { entry?: Backed } | undefined);
    assert.equal(locale, catalogue === null ? undefined : told?.entry?.locale, what);
    return;
  }
  assert.equal(name, nameOf(ground, of.as, id), what);
  assert.equal(locale, namedIn(ground, of.as, id)?.locale, what);
  // After a withdrawal, the subject may or may not have a page left.
  assert.equal(url, named(of.as, id).url, what);
}

/** Asserts that the newest line about each field agrees with its current fact. */
function assertNewest(ground: ToolGround, of: Kind, lines: readonly Line[]): void {
  for (const [key, [newest]] of groupedBy(lines, ({ subject, field }) => `${subject}\n${field}`)) {
    const [subject, field] = key.split('\n') as [string, string];
    const family = Object.keys(of.own).find((one) => of.own[one]!.includes(field));
    if (family === undefined || subject.startsWith('item:') || subject.startsWith('npc:')) continue;
    const fact = factOf(ground, family, subject);
    const isPublic = fact !== undefined && Object.hasOwn(fact, field);
    assert.equal(newest!.change !== 'withdrawn', isPublic, `${JSON.stringify(newest)}: public is ${isPublic}`);
  }
  assertLoot(ground, lines);
}

/** Asserts that a source has rates if and only if three installs looted it. */
function assertLoot({ counted }: ToolGround, lines: readonly Line[]): void {
  const looted = new Set([...counted.drops.rates.keys(), ...counted.drops.zeros.keys()].map(sourceIn));
  const related = new Set([...counted.edges.keys()].map((edge) => edge.split(' ').slice(0, 3).join(' ')));
  for (const [key, ofIt] of groupedBy(lines, ({ subject, field }) => `${subject.replace(':', ' ')} ${field}`)) {
    if (key.endsWith(' rates')) {
      const isPublic = looted.has(key.slice(0, -' rates'.length));
      assert.equal(ofIt[0]!.change !== 'withdrawn', isPublic, `${key}: public is ${isPublic}`);
      continue;
    }
    const isRelation = RELATIONS.some((rel) => key.endsWith(` ${rel}`));
    const stood = ofIt.every(({ change }) => change === 'became-public');
    if (isRelation && stood) assert.ok(related.has(key), `${key} is not public`);
  }
}

function sourceIn(line: string): string {
  return line.split(' ').slice(0, 2).join(' ');
}

/**
 * Returns whether a subject always had the same public fields. An erasure removes all lines of a subject that lost a field
 * by it, or earlier while an install was withheld.
 */
function isSteady({ countedBefore }: ToolGround, family: string, subject: string, fact: object): boolean {
  const fields = Object.keys(fact).join();
  return countedBefore.every((counted) => Object.keys(factOf({ counted }, family, subject) ?? {}).join() === fields);
}

/** Asserts that every public fact of a kind has a line, if no line is left out. */
function assertComplete(ground: ToolGround, kind: string, { own, relates }: Kind, lines: readonly Line[]): void {
  const told = new Set(lines.map(({ subject, field }) => `${subject} ${field}`));
  for (const [family, fields] of Object.entries(own)) {
    for (const subject of subjectsOf(ground, family)) {
      const fact = factOf(ground, family, subject)!;
      if (!isSteady(ground, family, subject, fact)) continue;
      for (const field of fields.filter((one) => Object.hasOwn(fact, one))) {
        assert.ok(told.has(`${subject} ${field}`), `no line on ${field} of ${family} ${subject}`);
      }
    }
  }
  if (relates !== true) return;
  const { edges, drops } = ground.counted;
  for (const edge of [...edges.keys()].filter((one) => one.startsWith(`${kind} `))) {
    const [, id, rel] = edge.split(' ');
    assert.ok(told.has(`${kind}:${id} ${rel}`), `no line on ${edge}`);
  }
  for (const source of [...drops.rates.keys(), ...drops.zeros.keys()].map(sourceIn)) {
    if (!source.startsWith(`${kind} `)) continue;
    assert.ok(told.has(`${source.replace(' ', ':')} rates`), `no line on the loot of ${source}`);
  }
}

/** Asserts that a limit leaves out the oldest lines, and `since` those before an instant. A day starts at midnight. */
async function assertOptions(ground: ToolGround, kind: string, all: readonly Line[], more: boolean): Promise<void> {
  for (const limit of [1, 5]) {
    const few = await read(ground, { kind, limit });
    const expected = { changes: all.slice(0, limit), more: more || all.length > limit };
    assert.deepEqual(few, expected, `${kind}: ${limit} lines`);
  }
  const moments = [...new Set(all.map(({ at }) => at))];
  const some = [moments[0], moments[Math.floor(moments.length / 2)], moments.at(more ? -2 : -1)];
  const days = some.map((at) => at?.slice(0, 10));
  for (const since of new Set([...some, ...days])) {
    if (since === undefined) continue;
    const later = all.filter(({ at }) => at >= since);
    const found = await read(ground, { kind, since, limit: MOST });
    // The list may be cut between lines of the same instant.
    assert.deepEqual(found.changes, later, `${kind} since ${since}`);
    if (later.length < all.length || !more) assert.equal(found.more, false, `${kind} since ${since}`);
  }
  const newest = all[0];
  if (newest === undefined) return;
  const after = new Date(Date.parse(newest.at) + 1).toISOString();
  assert.deepEqual(
    await read(ground, { kind, since: after }),
    { changes: [], more: false },
    `${kind} after the newest`,
  );
}
