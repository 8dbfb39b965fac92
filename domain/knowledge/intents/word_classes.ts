import type { GATHER_KINDS, NpcRole } from '../../../schema/vocabulary.ts';
import { parseWordTable } from './slang.ts';

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
    'fish fishing catch pick picking skin skinning pickpocket pickpocketing mine mining gather gathering disenchant disenchanting prospect prospecting mill milling',
  give: 'give gives giving offer offers offering start starts reward rewards',
  faction: 'faction factions alliance ally allies alli horde hordes hordies',
  go: 'go turn turns become becomes goes get gets stop stops',
  item: 'item items',
  learn: 'learn train',
  location: 'location locations spawn spawns position coordinates coords coord place places spot spots map',
  make: 'make makes craft crafts create creates made crafted cook brew smelt sew',
  mob: 'mob mobs creature creatures npc npcs enemy enemies monster monsters beast beasts boss bosses humanoid humanoids',
  need: 'need needs want wants require requires take takes use uses ask asks',
  price: 'price prices value cost costs worth',
  quest: 'quest quests mission missions',
  respawn: 'respawn respawns respawning rspn spawn',
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
  current: 'current fair average avg median going usual typical normal',
  lacking: 'missing needed unknown incomplete unconfirmed lacking',
  facts: 'data facts info information reports names things items quests anything something',
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
  atlevel: '[~level]',
  level: '([i am] [at|as|for|around|with] [~a] level|(at|around) [~a]) {level} [player|character|toon|alt]',
  atrealm: '[~onrealm {realm}]',
  inzone: '[~within {zone}]',
  madeby: '(from|with|in|of|for|as|using|through|by)',
  onauction: '(on|at|in|from|via) [the] ~auction [house]',
  onrealm: '(on|at|in) [the] [realm|server]',
  within: '(in|near|around|at|by|close to|next to)',
  mygear: '[~a|my] [gear|armor|armour|stuff|items|weapon|weapons|equipment]',
  on: '(about|with|in|on|for|to|of|at|around)',
  toskill: '[skill] [[from] [skill] {from}] [up] to [skill|level] {skill}',
  howtoraise:
    '([what ~be] [the] [~cheap] ~way (to|for)|how [~can] [~i|to] [~cheap]|how [much] [~can] it cost to|(cost|price|gold|money|how much (gold|money)) [needed|need|it takes|do i need] (to|of)|(i want|i am trying|i would like|trying) to|what (to|~can ~i) (~make|cook) (to|for)|(how many crafts|how long) (to|until|till|~can it take to))',
  atskill: '(when|[at|until|up to] (what|which) (skill|level|point)|how long|until when)',
  raise: '(level|raise|skill|train|powerlevel|increase|max|power level)',
} as const;

/**
 * Roles of people, by phrases in a question. No record has the roles `unknown`, although an NPC may be called so, and no
 * record has the services `unrecorded`.
 */
export const ROLE_PHRASES = parseWordTable`
  trains: trainers trainer teachers class-trainers profession-trainers; sells: vendors vendor merchants merchant shops
  gives: quest-givers quest-giver questgivers questgiver
  unknown: flight-masters flight-master bankers banker innkeepers innkeeper auctioneers auctioneer
  unknown: stable-masters stable-master spirit-healers spirit-healer repairer repairers
  unrecorded: flight-path flight-paths flight-point bank inn mailbox mailboxes auction-house
  unrecorded: repair repairs repairing repair-vendor repair-vendors repair-npc repair-guy
` as ReadonlyMap<string, NpcRole | 'unknown' | 'unrecorded'>;

/** Kinds of items by slots, as slugs (docs/contract.md, section 4, Slugs). */
const GEAR_PHRASES = parseWordTable`
  feet: boots boot shoes feet; hands: gloves glove gauntlets hands; head: helm helms helmet helmets hat hats head
  shoulder: shoulders shoulder pauldrons spaulders; chest: chest chestpiece chest-piece robe robes vest tunic breastplate
  waist: belt belts waist; legs: legs pants leggings trousers; wrist: bracers bracer wrist wrists
  back: cloak cloaks cape back; finger: ring rings finger; neck: necklace necklaces amulet neck
  trinket: trinket trinkets; main-hand one-hand two-hand ranged: weapon weapons
`;

/** Kinds of items by the client’s ids of a class and subclasses, such as 2 for weapons and 15 for daggers. */
const SUBCLASS_PHRASES = parseWordTable`
  0 1: potion potions; 0 2 3: elixir elixirs flask flasks; 0 4: scroll scrolls; 0 5: food drink drinks
  0 7: bandage bandages; 1 0: bag bags backpack backpacks pouch pouches; 2 0 1: axe axes; 2 2: bow bows; 2 3: gun guns
  2 4 5: mace maces; 2 6: polearm polearms; 2 7 8: sword swords; 2 10: staff staffs staves; 2 15: dagger daggers
  2 18: crossbow crossbows; 2 19: wand wands; 2 20: fishing-pole fishing-poles; 4 6: shield shields
  5 0: reagent reagents; 6 2: arrow arrows; 6 3: bullet bullets shot shots; 6 2 3: ammo ammunition
  7 5: cloth; 7 6: leather; 7 7: ore ores metal stone; 7 8: meat; 7 9: herb herbs
  9 0 1 2 3 4 5 6 7 8 9: recipe recipes pattern patterns; 11 2 3: quiver quivers ammo-pouch ammo-pouches
`;

/** A kind of items: slots, or the client’s ids of a class and subclasses. */
export interface ItemKindFilter {
  readonly slots?: readonly string[];
  readonly subclasses?: { readonly classId: number; readonly ids: readonly number[] };
}

/** Returns the kind of items that a phrase in a question means. */
export function findItemKind(phrase: string): ItemKindFilter | null {
  const [slots, numbers] = [GEAR_PHRASES.get(phrase), SUBCLASS_PHRASES.get(phrase)?.split(' ').map(Number)];
  if (slots !== undefined) return { slots: slots.split(' ') };
  return numbers === undefined ? null : { subclasses: { classId: numbers[0]!, ids: numbers.slice(1) } };
}

/** Methods of gathering in a zone, by words for what players do and look for. */
export const METHOD_PHRASES = parseWordTable`
  fishing: fishing fish; herbalism: herbalism herbing herbs herb; skinning: skinning skins skin hides
  mining: mining mine ores ore veins vein nodes node; any: gather gathering
` as ReadonlyMap<string, (typeof GATHER_KINDS)[number] | 'any'>;

/** Slots that only these phrases fill. */
export const PHRASES_BY_SLOT = {
  role: [...ROLE_PHRASES.keys()],
  gear: [...GEAR_PHRASES.keys(), ...SUBCLASS_PHRASES.keys()],
  method: [...METHOD_PHRASES.keys()],
} as const;

/** The client's tokens by the words that players use for them (slang.ts has the abbreviations). */
export const TOKENS_BY_DIMENSION = {
  classes: parseWordTable`
    DRUID: druid druids; HUNTER: hunter hunters; MAGE: mage mages; PALADIN: paladin paladins; PRIEST: priest priests
    ROGUE: rogue rogues; SHAMAN: shaman shamans; WARLOCK: warlock warlocks lock locks; WARRIOR: warrior warriors
  `,
  races: parseWordTable`
    Dwarf: dwarf dwarfs dwarves; Gnome: gnome gnomes; Human: human humans; Orc: orc orcs; Tauren: tauren taurens
    NightElf: night-elf night-elfs night-elves nightelf nightelfs nelf nelfs; Troll: troll trolls
    Scourge: undead undeads forsaken forsakens scourge scourges
  `,
  factions: parseWordTable`alliance: alliance alliances ally allys allies alli; horde: horde hordes hordies`,
  levels: new Map<string, string>(),
} as const;

/** The game's professions in English, by words for people who have them (slang.ts has the abbreviations). */
export const PROFESSION_PHRASES = parseWordTable`
  Alchemy: alchemist; Blacksmithing: blacksmith smithing; Cooking: cook; Enchanting: enchanter; Engineering: engineer
  First Aid: firstaid; Fishing: fisher; Herbalism: herbalist herbing herb; Inscription: scribe
  Jewelcrafting: jewelcrafter; Leatherworking: leatherworker; Mining: miner; Skinning: skinner; Tailoring: tailor tailors
`;

/** Phrases that name a subject of questions. */
export const SUBJECT_PHRASES = [
  ...Object.values(PHRASES_BY_SLOT).flat(),
  ...Object.values(TOKENS_BY_DIMENSION).flatMap((words) => [...words.keys()]),
  ...[...PROFESSION_PHRASES].flatMap(([word, profession]) => [word, profession.toLowerCase()]),
] as const;
