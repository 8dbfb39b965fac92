import assert from 'node:assert/strict';
import { localeOf } from '../kept.ts';
import {
  bySurest,
  type CountedRate,
  figuresOf,
  firstOf,
  NOTHING_GATHERED,
  type RatedFigures,
  type ToolView,
  viewOf,
} from '../tool_view.ts';
import { spread, subjectsOf, type ToolCheck } from '../tools.ts';

type Rates = readonly (readonly [id: number, figures: RatedFigures])[];

/** An id that no record names. */
export const NEVER_SEEN = 4_000_000_000;

/** Checks the pages of NPCs, vendors, objects and quests against the count. */
export const checkPages: ToolCheck = async (ground) => {
  const view = await viewOf(ground);
  return (await checkNpcs(view)) + (await checkVendors(view)) + (await checkObjects(view)) + (await checkQuests(view));
};

/**
 * Returns ids spread over the public ones and over the reported ones, which include those that one or two installs
 * reported.
 */
function idsOf(publicIds: readonly number[], reported: readonly number[], count: number): readonly number[] {
  const shown = new Set(publicIds);
  const hidden = reported.filter((id) => !shown.has(id));
  const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);
  return [...spread(ascending(publicIds), count), ...spread(ascending(hidden), 5), NEVER_SEEN];
}

async function checkNpcs(view: ToolView): Promise<number> {
  const { ground, edges } = view;
  const { rates, zeros } = ground.counted.drops;
  const looted = [...rates.keys(), ...zeros.keys()].map((line) => line.split(' ')).filter(([kind]) => kind === 'npc');
  const trainers = subjectsOf(ground, 'trainer_services').map((subject) => Number(subject.split(':')[0]));
  const givers = subjectsOf(ground, 'quests').flatMap((id) =>
    ['giver', 'turnIn'].map((member) => Number(view.member('quests', id, member)?.value ?? 1)),
  );
  const vendors = edges.flatMap(({ rel, toId }) => (rel === 'sold_by' ? [toId] : []));
  const named = subjectsOf(ground, 'npcs').map(Number);
  const reported = ground.kept.flatMap(({ record }) => (record.kind === 'npc_sighting' ? [record.npcId] : []));
  const groups = [looted.map(([, id]) => Number(id)), trainers, givers, vendors, named];
  const asked = new Set(groups.flatMap((group) => idsOf(group, reported, 8)));
  for (const npcId of asked) view.expect(`${npcId}`, await ground.ask('npc_page', { npcId }), npcPage(view, npcId));
  return await view.settle('npc_page');
}

function npcPage(view: ToolView, npcId: number) {
  const { fact, member, list, entity } = view;
  const levels = list('npcs', npcId, 'levels');
  const [low, high] = [levels[0], levels.at(-1)];
  const lists = {
    zones: view.places(npcId),
    goods: firstOf(goodsOf(view, npcId), 100),
    services: firstOf(lessonsOf(view, npcId), 200),
    gives: firstOf(questsOf(view, npcId, 'giver'), 50),
    takes: firstOf(questsOf(view, npcId, 'turnIn'), 50),
  };
  const loot = lootOf(view, `npc ${npcId}`);
  if (fact('npcs', npcId) === undefined && loot === null && Object.values(lists).every(({ total }) => total === 0)) {
    return null;
  }
  const npc = entity('npc', npcId);
  const professions = view
    .within('trainer_services', `${npcId}:`)
    .flatMap(([, { profession }]) => (profession === undefined ? [] : [(profession as { value: string }).value]));
  const does = [lists.gives, lists.takes, lists.goods, lists.services].map(({ total }) => total > 0);
  const page = {
    npc,
    roles: ['gives', 'ends', 'sells', 'trains'].filter((_, i) => does[i]),
    trains: [...new Set(professions)].sort(),
    name: member('npcs', npcId, 'name'),
    levels: low === undefined ? null : { min: low.value, max: high!.value, reported: levels },
    reactions: list('npcs', npcId, 'reactions'),
    ...lists,
    loot,
    gathering: NOTHING_GATHERED,
  };
  return { page, url: String(npc['url']) };
}

/** Returns the loot of a source: its rates, those that one or two installs saw, or a measured zero. */
function lootOf({ ground, entity, ratedFigures }: ToolView, source: string): object | null {
  const { rates, zeros } = ground.counted.drops;
  const zero = zeros.get(source) as CountedRate | undefined;
  const own: Rates = [...rates].flatMap(([line, rate]) =>
    line.startsWith(`${source} item `)
      ? [[Number(line.split(' ').at(-1)), ratedFigures(line, rate as CountedRate)] as const]
      : [],
  );
  const [first] = own;
  if (zero === undefined && first === undefined) return null;
  const { kills, reporters, topShare } = zero ?? first![1];
  const rows = [...own]
    .sort(([a, one], [b, other]) => bySurest(one, other) || a - b)
    .map(([itemId, figures]) => ({ item: entity('item', itemId), ...figures }));
  const [known, rare] = [rows.filter(({ installs }) => installs > 2), rows.filter(({ installs }) => installs < 3)];
  const zeroHigh = zero === undefined ? null : figuresOf({ ...zero, drops: 0 }).high;
  const lists = { drops: firstOf(known, 100), dropsSeenByFew: firstOf(rare, 40) };
  return { kills, reporters, topShare, measuredZero: zero !== undefined, zeroHigh, ...lists };
}

/** Returns the agreed data of an offer and how often it was seen. */
export function offerOf({ list, member }: ToolView, npcId: number, itemId: number) {
  return {
    prices: list('vendor_goods', `${npcId}:${itemId}`, 'prices'),
    withReputation: list('vendor_goods', `${npcId}:${itemId}`, 'withReputation'),
    limited: member('vendor_goods', `${npcId}:${itemId}`, 'limited'),
    limitedStock: member('vendor_goods', `${npcId}:${itemId}`, 'limitedStock'),
  };
}

function goodsOf(view: ToolView, npcId: number) {
  return view.edges
    .filter(({ rel, toId }) => rel === 'sold_by' && toId === npcId)
    .sort((a, b) => a.fromId - b.fromId)
    .map(({ fromId, seen }) => ({ item: view.entity('item', fromId), ...offerOf(view, npcId, fromId), ...seen }));
}

/** Returns lessons sorted by spell id, followed by those without one, sorted by name and then by subject. */
function lessonsOf({ within }: ToolView, npcId: number) {
  const facts = within('trainer_services', `${npcId}:`).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lessons = facts.map(([, body]) => ({
    name: null,
    spellId: null,
    requiredLevel: null,
    profession: null,
    requiredSkill: null,
    costs: [],
    withReputation: [],
    ...(body as { readonly name?: { value: string; locale?: string }; readonly spellId?: { value: number } }),
  }));
  const spell = (one: (typeof lessons)[number]) => one.spellId?.value ?? Number.POSITIVE_INFINITY;
  // A lesson that is known only by name is not repeated in another language.
  const foreign = (one: (typeof lessons)[number]) => one.spellId === null && one.name?.locale !== undefined;
  const hasOwn = lessons.some((one) => one.spellId === null && one.name !== null && !foreign(one));
  const told = lessons.filter((one) => !hasOwn || !foreign(one));
  return told.sort((a, b) =>
    spell(a) === spell(b) ? ((a.name?.value ?? '') < (b.name?.value ?? '') ? -1 : 1) : spell(a) - spell(b),
  );
}

function questsOf(view: ToolView, npcId: number, member: 'giver' | 'turnIn') {
  return subjectsOf(view.ground, 'quests')
    .map(Number)
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const agreed = view.member('quests', id, member);
      if (agreed?.value !== npcId) return [];
      return [
        { quest: view.entity('quest', id), level: view.member('quests', id, 'level'), installs: agreed.installs },
      ];
    });
}

async function checkVendors(view: ToolView): Promise<number> {
  const { ground, edges } = view;
  const vendors = edges.flatMap(({ rel, toId }) => (rel === 'sold_by' ? [toId] : []));
  const reported = ground.kept.flatMap(({ record }) => {
    if (record.kind === 'vendor') return [record.vendorNpcId];
    return record.kind === 'npc_sighting' ? [record.npcId] : [];
  });
  for (const vendorNpcId of idsOf(vendors, reported, 40)) {
    const goods = goodsOf(view, vendorNpcId);
    const vendor = view.entity('npc', vendorNpcId);
    const page = {
      vendor,
      name: view.member('npcs', vendorNpcId, 'name'),
      zones: view.places(vendorNpcId),
      goods: firstOf(goods, 200),
    };
    const reply = await ground.ask('vendor_page', { vendorNpcId });
    view.expect(`${vendorNpcId}`, reply, goods.length === 0 ? null : { page, url: String(vendor['url']) });
  }
  return await view.settle('vendor_page');
}

async function checkObjects(view: ToolView): Promise<number> {
  const { ground } = view;
  assert.ok(!ground.kept.some(({ record }) => record.kind === 'loot' && record.method !== undefined));
  const { rates, zeros } = ground.counted.drops;
  const looted = [...rates.keys(), ...zeros.keys()].map((line) => line.split(' '));
  const reported = ground.kept.flatMap(({ record }) =>
    record.kind === 'loot' && record.sourceObjectId !== undefined ? [record.sourceObjectId] : [],
  );
  const objects = looted.flatMap(([kind, id]) => (kind === 'object' ? [Number(id)] : []));
  for (const objectId of idsOf(objects, reported, 50)) {
    const loot = lootOf(view, `object ${objectId}`);
    const object = view.entity('object', objectId);
    const reply = await ground.ask('object_page', { objectId });
    // The loot of the realm names no objects, and does not say where they are.
    const page = { object, name: null, zones: { total: 0, rows: [] }, loot, gathering: NOTHING_GATHERED };
    view.expect(`${objectId}`, reply, loot === null ? null : { page, url: String(object['url']) });
  }
  return await view.settle('object_page');
}

async function checkQuests(view: ToolView): Promise<number> {
  const { ground, edges } = view;
  const rewarding = edges.flatMap(({ rel, toId }) => (rel === 'reward_from' ? [toId] : []));
  const chained = chainsOf(view).flatMap(({ questIds }) => questIds);
  const reported = ground.kept.flatMap(({ record }) => (record.kind === 'quest' ? [record.questId] : []));
  const groups = [subjectsOf(ground, 'quests').map(Number), rewarding, chained];
  for (const questId of new Set(groups.flatMap((group) => idsOf(group, reported, 12)))) {
    view.expect(`${questId}`, await ground.ask('quest_page', { questId }), questPage(view, questId));
  }
  return await view.settle('quest_page');
}

function questPage(view: ToolView, questId: number) {
  const { member, list, entity } = view;
  const listed = new Map(list('quests', questId, 'rewards').map(({ value, installs }) => [Number(value), installs]));
  const rewards = view.edges
    .filter(({ rel, toId }) => rel === 'reward_from' && toId === questId)
    .map(({ fromId, seen }) => ({ item: entity('item', fromId), listedNow: listed.get(fromId) ?? null, ...seen }))
    .sort(({ item: a, listedNow: n }, { item: b, listedNow: m }) =>
      (n === null) === (m === null) ? Number(a['id']) - Number(b['id']) : n === null ? 1 : -1,
    );
  const chains = chainsOf(view).flatMap(({ questIds, ...chain }) => {
    const at = questIds.indexOf(questId);
    if (at < 0) return [];
    const beside = (id: number | undefined) => (id === undefined ? null : entity('quest', id));
    const [before, after] = [beside(questIds[at - 1]), beside(questIds[at + 1])];
    return [{ ...chain, position: at + 1, length: questIds.length, before, after }];
  });
  if (view.fact('quests', questId) === undefined && rewards.length + chains.length === 0) return null;
  const person = (role: string) => {
    const agreed = member('quests', questId, role);
    if (agreed === null) return null;
    const npcId = Number(agreed.value);
    return { npc: entity('npc', npcId), installs: agreed.installs, places: view.places(npcId, 5, 10).rows };
  };
  const quest = entity('quest', questId);
  const page = {
    quest,
    title: member('quests', questId, 'title'),
    level: member('quests', questId, 'level'),
    giver: person('giver'),
    turnIn: person('turnIn'),
    rewards: firstOf(rewards, 50),
    chains: firstOf(chains, 20),
  };
  return { page, url: String(quest['url']) };
}

/** Returns the agreed quest chains, keyed by id. */
function chainsOf({ ground, member }: ToolView) {
  return subjectsOf(ground, 'quest_chains')
    .map(Number)
    .sort((a, b) => a - b)
    .map((chainId) => {
      const entry = member('quest_chains', chainId, 'entry')!;
      const { value, installs } = entry;
      const { name, questIds, truncated = false } = value as { name: string; questIds: number[]; truncated?: boolean };
      return { chainId, name, ...localeOf(entry), questIds, truncated, installs };
    });
}
