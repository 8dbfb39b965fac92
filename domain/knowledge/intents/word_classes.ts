import type { NpcRole } from '../../../schema/vocabulary.ts';

/** Words that mean the same in a question. Patterns refer to a class as `~name` (grammar.ts). */
export const WORD_CLASSES = {
  a: 'a an any some the',
  best: 'best fastest quickest easiest better good great most highest top',
  buy: 'buy buys purchase get',
  be: 'is are was were s',
  can: 'can could should do does did will would',
  drop: 'drop drops dropped dropping loot loots looted carry carries have has',
  droprate: 'chance chances rate rates percent percentage odds probability',
  farm: 'farm farming grind grinding farmed',
  find: 'find get obtain acquire locate see meet',
  gather:
    'fish fishing catch skin skinning pickpocket pickpocketing mine mining gather gathering disenchant disenchanting prospect prospecting mill milling',
  give: 'give gives giving offer offers offering start starts reward rewards',
  go: 'go turn turns become becomes goes get gets stop stops',
  item: 'item items',
  learn: 'learn train',
  location: 'location locations spawn spawns position coordinates coords coord place places spot spots map',
  make: 'make makes craft crafts create creates made crafted cook brew smelt sew',
  mob: 'mob mobs creature creatures npc npcs enemy enemies monster monsters beast beasts boss bosses humanoid humanoids',
  need: 'need needs want wants require requires take takes use uses ask asks',
  price: 'price prices value cost costs worth',
  quest: 'quest quests mission missions',
  sell: 'sell sells selling sold stock stocks',
  spot: 'spot spots place places area areas zone zones location locations',
  teach: 'teach teaches train trains taught',
  trainer: 'trainer trainers teacher teachers',
  vendor: 'vendor vendors merchant merchants shop shops seller sellers',
  who: 'who what which',
  i: 'i you we one people players someone',
  auction: 'auction auctions',
  cheap: 'cheap cheapest cheaply fast fastest quick quickest quickly easy easiest best efficient efficiently',
  colour: 'grey gray green yellow orange trivial',
  contribute: 'report help contribute record scan upload add do',
  contributed: 'reported recorded contributed added needed missing done',
  craft: 'recipe recipes craft crafts quest quests profession professions item items pattern patterns',
  crafted: 'made crafted created cooked sewn brewed smelted forged',
  current: 'current average avg median going usual typical normal',
  leveling: 'leveling levelling powerleveling powerlevelling skilling training',
  mats: 'mats mat materials material reagents reagent ingredients ingredient components',
  person: 'people players player persons characters character toons toon',
  play: 'play plays playing played',
  recent: 'recent latest newest last',
  skillup: 'skill skills skillup skillups points point ups up',
  way: 'way ways route path method',
} as const;

/** Parts that patterns share. Patterns refer to a part as `~name`, too. */
export const PATTERN_PARTS = {
  lately: '(lately|recently|today|yesterday|(this|last|past) (week|month)|in the last (week|month))',
  atlevel: '[(at|as|for|around|with) [~a] level {level} [player|character|toon|alt]]',
  atrealm: '[~onrealm {realm}]',
  inzone: '[~within {zone}]',
  madeby: '(from|with|in|of|for|as|using|through|by)',
  onauction: '(on|at|in|from|via) [the] ~auction [house]',
  onrealm: '(on|at|in) [the] [realm|server]',
  within: '(in|near|around|at|by|close to|next to)',
  raise: '(level|raise|skill|train|powerlevel|increase|max|power level)',
} as const;

/**
 * Roles of people, keyed by a phrase in a question. No record has the roles `unknown`, although an NPC may be called so,
 * and no record has the services `unrecorded`.
 */
export const ROLES: Readonly<Record<string, NpcRole | 'unknown' | 'unrecorded'>> = {
  ...byRole('trains', 'trainers trainer teachers class-trainers profession-trainers'),
  ...byRole('gives', 'quest-givers quest-giver questgivers questgiver'),
  ...byRole('sells', 'vendors vendor merchants merchant shops'),
  ...byRole('unknown', 'flight-masters flight-master bankers banker innkeepers innkeeper auctioneers auctioneer'),
  ...byRole('unknown', 'stable-masters stable-master spirit-healers spirit-healer repairer repairers'),
  ...byRole('unrecorded', 'flight-path flight-paths flight-point bank inn mailbox mailboxes auction-house'),
  ...byRole('unrecorded', 'repair repairs repairing repair-vendor repair-vendors repair-npc repair-guy'),
};

function byRole<Role extends string>(role: Role, phrases: string): Readonly<Record<string, Role>> {
  return Object.fromEntries(phrases.split(' ').map((phrase) => [phrase.replaceAll('-', ' '), role]));
}

/** A kind of gear: slugs of slots (docs/contract.md, section 4, Slugs), or the client’s ids of a class and subclasses. */
export interface GearKind {
  readonly slots?: readonly string[];
  readonly subclasses?: { readonly classId: number; readonly ids: readonly number[] };
}

/** The client’s ids of item classes. */
const [CONSUMABLE, CONTAINER, WEAPON, ARMOUR, REAGENT, AMMUNITION, GOODS, RECIPE, QUIVER] = [
  0, 1, 2, 4, 5, 6, 7, 9, 11,
];

/** Kinds of gear, keyed by a phrase in a question. */
export const GEAR: Readonly<Record<string, GearKind>> = {
  ...bySlot('boots boot shoes feet', 'feet'),
  ...bySlot('gloves glove gauntlets hands', 'hands'),
  ...bySlot('helm helms helmet helmets hat hats head', 'head'),
  ...bySlot('shoulders shoulder pauldrons spaulders', 'shoulder'),
  ...bySlot('chest chestpiece robe robes vest tunic breastplate', 'chest'),
  ...bySlot('chest-piece', 'chest'),
  ...bySlot('belt belts waist', 'waist'),
  ...bySlot('legs pants leggings trousers', 'legs'),
  ...bySlot('bracers bracer wrist wrists', 'wrist'),
  ...bySlot('cloak cloaks cape back', 'back'),
  ...bySlot('ring rings finger', 'finger'),
  ...bySlot('necklace necklaces amulet neck', 'neck'),
  ...bySlot('trinket trinkets', 'trinket'),
  ...bySubclass('bag bags backpack backpacks pouch pouches', CONTAINER, 0),
  ...bySlot('weapon weapons', 'main-hand', 'one-hand', 'two-hand', 'ranged'),
  ...bySubclass('shield shields', ARMOUR, 6),
  ...bySubclass('axe axes', WEAPON, 0, 1),
  ...bySubclass('bow bows', WEAPON, 2),
  ...bySubclass('gun guns', WEAPON, 3),
  ...bySubclass('mace maces', WEAPON, 4, 5),
  ...bySubclass('polearm polearms', WEAPON, 6),
  ...bySubclass('sword swords', WEAPON, 7, 8),
  ...bySubclass('staff staffs staves', WEAPON, 10),
  ...bySubclass('dagger daggers', WEAPON, 15),
  ...bySubclass('crossbow crossbows', WEAPON, 18),
  ...bySubclass('wand wands', WEAPON, 19),
  ...bySubclass('fishing-pole fishing-poles', WEAPON, 20),
  ...bySubclass('arrow arrows', AMMUNITION, 2),
  ...bySubclass('bullet bullets shot shots', AMMUNITION, 3),
  ...bySubclass('ammo ammunition', AMMUNITION, 2, 3),
  ...bySubclass('quiver quivers ammo-pouch ammo-pouches', QUIVER, 2, 3),
  ...bySubclass('potion potions', CONSUMABLE, 1),
  ...bySubclass('elixir elixirs flask flasks', CONSUMABLE, 2, 3),
  ...bySubclass('scroll scrolls', CONSUMABLE, 4),
  ...bySubclass('food drink drinks', CONSUMABLE, 5),
  ...bySubclass('bandage bandages', CONSUMABLE, 7),
  ...bySubclass('reagent reagents', REAGENT, 0),
  ...bySubclass('cloth', GOODS, 5),
  ...bySubclass('leather', GOODS, 6),
  ...bySubclass('ore ores metal stone', GOODS, 7),
  ...bySubclass('meat', GOODS, 8),
  ...bySubclass('herb herbs', GOODS, 9),
  ...bySubclass('recipe recipes pattern patterns', RECIPE, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
};

function bySlot(phrases: string, ...slots: readonly string[]): Readonly<Record<string, GearKind>> {
  return Object.fromEntries(phrases.split(' ').map((phrase) => [phrase.replaceAll('-', ' '), { slots }]));
}

function bySubclass(phrases: string, classId: number, ...ids: readonly number[]): Readonly<Record<string, GearKind>> {
  return Object.fromEntries(
    phrases.split(' ').map((phrase) => [phrase.replaceAll('-', ' '), { subclasses: { classId, ids } }]),
  );
}

/** Slots that only these phrases fill. */
export const PHRASES = { role: Object.keys(ROLES), gear: Object.keys(GEAR) } as const;
