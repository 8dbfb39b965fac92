import {
  type Backed,
  type Ballots,
  ballotsOf,
  elsewhere,
  everyEver,
  everyOne,
  inOneLanguage,
  type Kept,
  reach,
  reportsOf,
  theOne,
  type Vote,
  worded,
} from '../kept.ts';
import type { Rec } from '../record.ts';

/** The bodies of the public facts, keyed by family and subject, such as `items 25`. */
export type Facts = Map<string, unknown>;

/** Adds a fact if at least one of its members is public. */
export function state(facts: Facts, family: string, subject: string, body: Readonly<Record<string, unknown>>): void {
  const standing = Object.entries(body).filter(([, member]) => member !== undefined);
  if (standing.length > 0) facts.set(`${family} ${subject}`, Object.fromEntries(standing));
}

/**
 * How the public values of a field are chosen. `one`: the value that most installs report. `every`: each value that
 * three installs and a tenth of the reporters report, the one that most report first. `ever`: like `every`, but counts
 * every value that an install ever reported, in order. `listed`: like `ever`, without the tenth. `elsewhere`: the `one`
 * value in each language except the language of the main value. `unshown`: the English `one` if another is shown.
 * `full` and `reduced`: prices, and those that the full price replaces.
 */
type One = 'one' | 'every' | 'ever' | 'listed' | 'elsewhere' | 'unshown' | 'full' | 'reduced';

type Standing = (field: string) => Backed | readonly Backed[] | undefined;

interface Family {
  readonly name: string;
  readonly votes: (record: Rec) => readonly Vote[];
  /** Fields that hold text from the client. Votes are counted separately for each language. */
  readonly texts?: readonly string[];
  /** The family's public members: which field each comes from, and how its public values are chosen. */
  readonly members: Readonly<Record<string, readonly [field: string, how: One]>>;
}

function one(field: string) {
  return [field, 'one'] as const;
}
function every(field: string) {
  return [field, 'every'] as const;
}
function ever(field: string) {
  return [field, 'ever'] as const;
}

function votesOn(subject: string | number, fields: Readonly<Record<string, unknown>>): Vote[] {
  return Object.entries(fields).map(([field, value]) => ({ subject, field, value }));
}

/** The price is the field `price`, and the one seen without a discount `fullPrice`. */
function priced(member: string): Family['members'] {
  return { [member]: ['price', 'full'], withReputation: ['price', 'reduced'] };
}

/** The realm is of Era, where neutral and friendly players pay the full price. */
function priceVotes(price: number, standing: number | undefined) {
  return { price, fullPrice: standing === 4 || standing === 5 ? price : undefined };
}

/** Splits agreed prices into those that are shown and those that a reputation discount on the full price explains. */
function countPrices(fields: ReadonlyMap<string, ReadonlyMap<string, unknown>>) {
  const copper = ({ value }: Backed): number => Number(value);
  const byLead = (list: readonly Backed[]): readonly Backed[] =>
    [...list].sort((a, b) => b.installs - a.installs || copper(b) - copper(a));
  const agreed = everyOne(fields.get('price')) ?? [];
  const full = theOne(fields.get('fullPrice'));
  if (full === undefined) return { full: byLead(agreed), reduced: [] };
  const installs = Math.max(
    full.installs,
    ...agreed.filter((one) => one.value === full.value).map((one) => one.installs),
  );
  const reduced = agreed.filter(
    (one) =>
      copper(one) < copper(full) && copper(one) >= Math.floor((3 * copper(full)) / 4) && one.installs <= installs,
  );
  const others = agreed.filter((one) => one.value !== full.value && !reduced.includes(one));
  const isKnown = reduced.length > 0 || agreed.some((one) => one.value === full.value) || agreed.length === 0;
  return { full: byLead([...others, ...(isKnown ? [{ ...full, installs }] : [])]), reduced: byLead(reduced) };
}

function itself(...fields: readonly string[]): Family['members'] {
  return Object.fromEntries(fields.map((field) => [field, one(field)]));
}

function catalogue(name: string, kind: Rec['kind'], idOf: (record: Rec) => number): Family {
  return {
    name,
    votes: (record) => {
      if (record.kind !== kind) return [];
      const { kind: _kind, capturedAt: _at, ...rest } = record;
      const { installId: _install, eventId: _event, ...entry } = rest as Record<string, unknown>;
      return votesOn(idOf(record), { entry });
    },
    texts: ['entry'],
    members: { ...itself('entry'), otherEntry: ['entry', 'unshown'] },
  };
}

function tenth(yards: number): number {
  return Math.round(yards * 10) / 10;
}

/** The families of agreed values (contract, section 3, Agreed values). */
const FAMILIES: readonly Family[] = [
  {
    name: 'items',
    votes: (record) => {
      if (record.kind !== 'item_seen') return [];
      const { itemId, name, quality, itemLevel } = record;
      return votesOn(itemId, { name, quality, itemLevel });
    },
    texts: ['name'],
    members: { ...itself('name', 'quality', 'itemLevel'), otherName: ['name', 'unshown'] },
  },
  {
    name: 'npcs',
    votes: (record) => {
      if (record.kind !== 'npc_sighting') return [];
      const { npcId, name, level, reaction } = record;
      return votesOn(npcId, { name, level, reaction });
    },
    texts: ['name'],
    members: {
      ...{ name: one('name'), otherName: ['name', 'unshown'] },
      ...{ levels: ever('level'), reactions: ever('reaction') },
    },
  },
  {
    name: 'vendor_goods',
    votes: (record) =>
      record.kind !== 'vendor'
        ? []
        : record.items.flatMap(({ itemId, priceCopper, limitedStock, limited }) =>
            votesOn(`${record.vendorNpcId}:${itemId}`, {
              ...priceVotes(priceCopper, record.standing),
              ...{ limitedStock, limited: limitedStock === undefined ? limited : true },
            }),
          ),
    members: { ...priced('prices'), ...itself('limited', 'limitedStock') },
  },
  {
    name: 'vendor_prices',
    votes: (record) =>
      record.kind === 'price_seen' && record.source === 'vendor'
        ? votesOn(record.itemId, { price: record.priceCopper })
        : [],
    members: { prices: every('price') },
  },
  {
    name: 'trainer_services',
    votes: (record) =>
      record.kind !== 'trainer_seen'
        ? []
        : record.services.flatMap((service) => {
            const { spellId, name, costCopper, ...needs } = service;
            const lesson = spellId === undefined ? `name:${name}` : `spell:${spellId}`;
            const cost = priceVotes(costCopper, record.standing);
            return votesOn(`${record.trainerNpcId}:${lesson}`, { name, spellId, ...cost, ...needs });
          }),
    texts: ['name', 'profession'],
    members: {
      ...itself('name', 'spellId', 'requiredLevel', 'profession', 'requiredSkill'),
      ...priced('costs'),
    },
  },
  {
    name: 'recipes',
    votes: (record) => {
      if (record.kind === 'recipe_seen') {
        const { recipeId, name, profession, itemId } = record;
        return votesOn(recipeId, { name, profession, taughtByItemId: itemId });
      }
      if (record.kind !== 'recipe_observed') return [];
      const { recipeId, name, profession, itemId, makesMin, makesMax } = record;
      const counts = new Map<number, number>();
      for (const reagent of record.reagents) {
        counts.set(reagent.itemId, (counts.get(reagent.itemId) ?? 0) + reagent.count);
      }
      const reagents = [...counts].map(([id, count]) => ({ itemId: id, count })).sort((a, b) => a.itemId - b.itemId);
      return votesOn(recipeId, { name, profession, itemId, makesMin, makesMax, reagents });
    },
    texts: ['name', 'profession'],
    members: {
      ...itself('name', 'profession', 'itemId', 'makesMin', 'makesMax', 'reagents', 'taughtByItemId'),
      otherName: ['name', 'unshown'],
      professions: ['profession', 'elsewhere'],
    },
  },
  {
    name: 'maps',
    votes: (record) => {
      if (record.kind !== 'map_bounds') return [];
      const { mapId, name, parentMapId, continentId, left, right, top, bottom } = record;
      return votesOn(mapId, { name, parentMapId, continentId, bounds: [left, right, top, bottom].map(tenth) });
    },
    texts: ['name'],
    members: { ...itself('bounds', 'name', 'parentMapId', 'continentId'), otherName: ['name', 'unshown'] },
  },
  catalogue('achievements', 'achievement_catalog', (record) => (record as Rec<'achievement_catalog'>).achievementId),
  catalogue('reputations', 'reputation_catalog', (record) => (record as Rec<'reputation_catalog'>).factionId),
  catalogue('titles', 'title_catalog', (record) => (record as Rec<'title_catalog'>).titleId),
  catalogue('quest_chains', 'quest_chain_catalog', (record) => (record as Rec<'quest_chain_catalog'>).questLineId),
  {
    name: 'collections',
    votes: (record) =>
      record.kind === 'collection_catalog'
        ? votesOn(`${record.collection}:${record.itemId}`, { source: record.source })
        : [],
    texts: ['source'],
    members: { sources: ['source', 'listed'] },
  },
];

export function countAgreed(kept: readonly Kept[], facts: Facts): void {
  for (const { name, votes, texts = [], members } of FAMILIES) {
    const votesIn = (record: Rec, by: Kept): readonly Vote[] =>
      votes(record).map((vote) => (texts.includes(vote.field) ? { ...vote, field: worded(vote.field, by) } : vote));
    const reports = reportsOf(kept, votesIn);
    for (const [subject, fields] of ballotsOf(kept, votesIn)) {
      const prices = countPrices(fields);
      const values: Readonly<Record<One, Standing>> = {
        one: (field: string) => theOne(fields.get(field)),
        every: (field: string) => countPrices(new Map([[field, fields.get(field) ?? new Map()]])).full,
        elsewhere: (field: string) => elsewhere(field, (one) => theOne(fields.get(one))),
        ever: (field: string) => everyEver(reports.get(subject)?.get(field), true),
        listed: (field: string) => everyEver(reports.get(subject)?.get(field), false),
        unshown: (field: string) =>
          inOneLanguage(field, (one) => theOne(fields.get(one)))?.locale === undefined
            ? undefined
            : theOne(fields.get(field)),
        full: () => prices.full,
        reduced: () => prices.reduced,
      };
      const body = Object.entries(members).map(([member, [field, how]]) => [
        member,
        texts.includes(field) && how !== 'elsewhere' && how !== 'unshown'
          ? inOneLanguage(field, values[how])
          : values[how](field),
      ]);
      const shown = Object.fromEntries(body.filter(([, value]) => !Array.isArray(value) || value.length > 0)) as Record<
        string,
        unknown
      >;
      // How many there are is only said of stock that is limited.
      if ((shown['limited'] as Backed | undefined)?.value !== true) delete shown['limitedStock'];
      state(facts, name, subject, shown);
    }
  }
  countQuests(kept, facts);
  countRealms(kept, facts);
  countReporters(kept, facts);
}

/** Counts each reward separately: a reward is public if the newest reports of three installs list it. */
function countQuests(kept: readonly Kept[], facts: Facts): void {
  const ballots = ballotsOf(kept, (record, by) => {
    if (record.kind !== 'quest') return [];
    const { questId, title, level, giverNpcId, turnInNpcId, rewardItemIds } = record;
    const told = { level, giver: giverNpcId, turnIn: turnInNpcId, rewards: rewardItemIds };
    return votesOn(questId, { [worded('title', by)]: title, ...told });
  });
  for (const [subject, fields] of ballots) {
    const supporters = new Map<number, Set<string>>();
    for (const [install, rewards] of fields.get('rewards') ?? []) {
      for (const itemId of rewards as readonly number[]) {
        reach(supporters, itemId, () => new Set()).add(install);
      }
    }
    const rewards = [...supporters]
      .map(([value, { size }]) => ({ value, installs: size }))
      .filter(({ installs }) => installs >= 3 && installs >= (fields.get('rewards')?.size ?? 0) / 10)
      .sort((a, b) => a.value - b.value);
    state(facts, 'quests', subject, {
      title: inOneLanguage('title', (field) => theOne(fields.get(field))),
      otherName:
        inOneLanguage('title', (field) => theOne(fields.get(field)))?.locale === undefined
          ? undefined
          : theOne(fields.get('title')),
      level: theOne(fields.get('level')),
      giver: theOne(fields.get('giver')),
      turnIn: theOne(fields.get('turnIn')),
      rewards: rewards.length === 0 ? undefined : rewards,
    });
  }
}

/** Realm names are compared trimmed, NFC-normalised and lower-cased. The spelling that most installs use is shown. */
export function realmKeyOf(realm: string): string {
  return realm.trim().normalize('NFC').toLowerCase();
}

/** Counts the installs that reported a realm on a day or later, for the days that can matter within 14 days. */
function countReporters(kept: readonly Kept[], facts: Facts): void {
  const ballots: Ballots = ballotsOf(kept, (record, { atMs, receivedMs }) =>
    ['auction_scan', 'census_self', 'census_seen'].includes(record.kind)
      ? [
          {
            subject: realmKeyOf((record as { readonly realm: string }).realm),
            field: 'day',
            value: Math.floor(Math.min(atMs, receivedMs) / 86_400_000),
          },
        ]
      : [],
  );
  for (const [subject, fields] of ballots) {
    const days = [...fields.get('day')!.values()].map(Number).sort((a, b) => b - a);
    const since = (day: number): number => days.filter((one) => one >= day).length;
    const reporters = [...new Set(days)].filter((day) => day > days[0]! - 14 && since(day) >= 3);
    if (reporters.length > 0)
      facts.set(`realm_reporters ${subject}`, { reporters: reporters.map((day) => [day, since(day)]) });
  }
}

function countRealms(kept: readonly Kept[], facts: Facts): void {
  const ballots: Ballots = ballotsOf(kept, (record) =>
    record.kind === 'auction_scan'
      ? [{ subject: realmKeyOf(record.realm), field: 'spelling', value: record.realm }]
      : [],
  );
  for (const [subject, fields] of ballots) {
    const votes = fields.get('spelling')!;
    if (votes.size < 3) continue;
    const counts = new Map<string, number>();
    for (const spelling of votes.values()) counts.set(String(spelling), (counts.get(String(spelling)) ?? 0) + 1);
    const [most] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    state(facts, 'realms', subject, { spelling: most![0] });
  }
}
