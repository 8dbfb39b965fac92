import type { DocumentMeta } from '../../../domain/ports/knowledge.ts';

/**
 * About 7,000 reproducible guides of an invented site. There are several about each subject, so that many documents
 * share words with a question of which only one is the answer.
 */

const PROFESSIONS = [
  ...['Alchemy', 'Blacksmithing', 'Cooking', 'Enchanting', 'Engineering', 'First Aid', 'Fishing', 'Herbalism'],
  ...['Leatherworking', 'Mining', 'Skinning', 'Tailoring'],
];
const CLASSES = ['Druid', 'Hunter', 'Mage', 'Paladin', 'Priest', 'Rogue', 'Shaman', 'Warlock', 'Warrior'];
const ZONES = [
  ...['Alterac Mountains', 'Arathi Highlands', 'Ashenvale', 'Azshara', 'Badlands', 'Barrens', 'Blasted Lands'],
  ...['Burning Steppes', 'Darkshore', 'Desolace', 'Dun Morogh', 'Durotar', 'Duskwood', 'Dustwallow Marsh'],
  ...['Elwynn Forest', 'Felwood', 'Feralas', 'Hillsbrad Foothills', 'Hinterlands', 'Loch Modan', 'Moonglade'],
  ...['Mulgore', 'Redridge', 'Searing Gorge', 'Silithus', 'Silverpine', 'Stonetalon Mountains', 'Stranglethorn'],
  ...['Swamp of Sorrows', 'Tanaris', 'Teldrassil', 'Thousand Needles', 'Tirisfal Glades', 'Westfall', 'Wetlands'],
  ...['Western Plaguelands', 'Eastern Plaguelands', 'Winterspring'],
];
const DUNGEONS = [
  ...['Deadmines', 'Wailing Caverns', 'Shadowfang Keep', 'Gnomeregan', 'Razorfen Kraul', 'Scarlet Monastery'],
  ...['Razorfen Downs', 'Uldaman', 'Maraudon', 'Sunken Temple', 'Blackrock Depths', 'Stratholme', 'Scholomance'],
  ...['Dire Maul', 'Molten Core', 'Onyxia’s Lair', 'Blackwing Lair', 'Zul’Farrak', 'Stockade', 'Blackfathom Deeps'],
];
const MATERIALS = [
  ...['Linen Cloth', 'Wool Cloth', 'Silk Cloth', 'Mageweave Cloth', 'Runecloth', 'Felcloth', 'Copper Ore', 'Tin Ore'],
  ...['Iron Ore', 'Mithril Ore', 'Thorium Ore', 'Silverleaf', 'Peacebloom', 'Briarthorn', 'Fadeleaf', 'Sungrass'],
  ...['Dreamfoil', 'Black Lotus', 'Light Leather', 'Medium Leather', 'Heavy Leather', 'Thick Leather'],
  ...['Rugged Leather', 'Strange Dust', 'Soul Dust', 'Vision Dust', 'Small Egg', 'Spider Silk', 'Elemental Fire'],
];
const MAKES = ['Sturdy', 'Gleaming', 'Worn', 'Heavy', 'Polished', 'Cracked', 'Swift', 'Silent', 'Burning', 'Frozen'];
const OF = ['Copper', 'Bronze', 'Iron', 'Mithril', 'Thorium', 'Linen', 'Wool', 'Silk', 'Leather', 'Bone'];
const THINGS = ['Mace', 'Sword', 'Dagger', 'Staff', 'Axe', 'Bow', 'Cloak', 'Boots', 'Gloves', 'Belt', 'Helm', 'Ring'];

/** Sentences that any guide may contain, so that common words are common. */
const ANYWHERE = [
  'Bring enough water and food before you set out.',
  'Most players do this while they level from quest to quest.',
  'Sell what you do not need at the next vendor and put the rest on the auction house.',
  'A group makes it faster, but alone you keep all of the loot.',
  'The best time is early in the morning, when few others farm the same spot.',
  'Your class and your talents matter less here than your level.',
  'Prices differ from realm to realm, so look at the auction house first.',
  'Repair your gear in town and train your new spells before you go.',
  'If you die, the way back from the graveyard is short.',
  'Keep an eye on your bags: cloth, ore, herbs and leather fill them quickly.',
  'A rare enemy may walk by; leave it to a full group.',
  'Quests that send you there give good rewards and some gold.',
  'Weapons with a high damage are always worth the gold.',
  'There is a trainer, an inn and a flight master nearby.',
  'Healing yourself between fights costs mana, so drink often.',
  'Where two paths meet, take the one that leads away from the road.',
];

type Sort = readonly [sort: string, title: (name: string) => string, said: (name: string) => string];

const OF_PROFESSION: readonly Sort[] = [
  [
    'levelling',
    (p) => `${p} 1 to 300`,
    (p) => `Every step to raise ${p} from a beginner to skill 300, with what to craft and the materials for each step.`,
  ],
  [
    'trainers',
    (p) => `${p} trainers`,
    (p) =>
      `Where to learn ${p}: apprentice, journeyman, expert and artisan trainers, and the quest for the artisan rank.`,
  ],
  [
    'gold',
    (p) => `Gold from ${p}`,
    (p) => `Ways of earning money with ${p}: what sells well, and what to make of cheap materials.`,
  ],
  [
    'branches',
    (p) => `${p} specialisations`,
    (p) => `Which branch of ${p} to choose, such as goblin or gnomish, armour or weapons, and what each of them makes.`,
  ],
  [
    'recipes',
    (p) => `Rare ${p} recipes`,
    (p) => `Recipes of ${p} that only drop or come from limited vendors, and their drop chance.`,
  ],
  ['partners', (p) => `What goes with ${p}`, (p) => `A second profession beside ${p}: which gathering skill feeds it.`],
];
const OF_ZONE: readonly Sort[] = [
  [
    'quests',
    (z) => `${z} quest guide`,
    (z) => `All quests of ${z} in a good order, with the level that you should have and where each of them begins.`,
  ],
  [
    'rares',
    (z) => `Rare spawns of ${z}`,
    (z) => `Silver dragon enemies in ${z}, where they walk, how often they spawn and what they drop.`,
  ],
  ['herbs', (z) => `Herbs in ${z}`, (z) => `Which plants grow in ${z} and the round to pick them.`],
  ['ore', (z) => `Ore in ${z}`, (z) => `Veins in ${z}: copper, tin, iron or better, and a route past all the mines.`],
  [
    'fishing',
    (z) => `Fishing in ${z}`,
    (z) => `Lakes and coasts of ${z}, what bites and which skill you need to catch it.`,
  ],
  [
    'travel',
    (z) => `Travelling to ${z}`,
    (z) => `How to get to ${z}: flight path, boat, zeppelin or on foot, and how long it takes.`,
  ],
  [
    'grinding',
    (z) => `Grinding spots in ${z}`,
    (z) => `Camps in ${z} where enemies stand close and respawn fast, for experience.`,
  ],
];
const OF_CLASS: readonly Sort[] = [
  [
    'rotation',
    (c) => `${c} rotation`,
    (c) => `Which spells and abilities a ${c} uses in which order, from the first levels to sixty.`,
  ],
  [
    'talents',
    (c) => `${c} talent builds`,
    (c) => `Where to spend points as a ${c}, for levelling, dungeons and duels, tree by tree.`,
  ],
  [
    'weapons',
    (c) => `${c} weapons`,
    (c) => `Which weapon a ${c} should carry, slow or fast, and where to train its skill.`,
  ],
  [
    'gear',
    (c) => `${c} gear by slot`,
    (c) => `What to wear as a ${c} before the first raid, slot by slot, and the statistics that count.`,
  ],
  [
    'threat',
    (c) => `Threat and aggro for the ${c}`,
    (c) => `How a ${c} holds or loses the attention of enemies in a party, and how to lower it.`,
  ],
  [
    'solo',
    (c) => `${c} alone against elites`,
    (c) => `Tricks with which a ${c} beats enemies that are meant for groups: kiting, traps, fear.`,
  ],
];
const OF_DUNGEON: readonly Sort[] = [
  [
    'overview',
    (d) => `${d} overview`,
    (d) => `For which level ${d} is made, who you need in the party, and the way through.`,
  ],
  ['loot', (d) => `Loot of ${d}`, (d) => `What the bosses of ${d} drop, and for whom it is.`],
  ['attunement', (d) => `Key and attunement of ${d}`, (d) => `The quest line that lets you in to ${d}, step by step.`],
  ['bosses', (d) => `Boss tactics in ${d}`, (d) => `How each boss of ${d} fights and what your party does against it.`],
];
const OF_MATERIAL: readonly Sort[] = [
  ['farming', (m) => `Farming ${m}`, (m) => `Enemies and places that give the most ${m} in an hour.`],
  [
    'price',
    (m) => `What ${m} costs`,
    (m) => `Price of ${m} over a week on the auction house, and when to buy or sell it.`,
  ],
  ['uses', (m) => `What ${m} is good for`, (m) => `Recipes and quests that need ${m}, by skill.`],
];

/** Guides about one thing each, which are found by words in their texts. */
const TIPS: readonly (readonly [id: string, title: string, text: string])[] = [
  [
    'runners',
    'When enemies flee',
    'Humanoids run for help at low health. Slow them: hamstring, frost, a curse or a well-timed stun keeps a runner from pulling its friends.',
  ],
  [
    'hearthstone',
    'Home and back',
    'An innkeeper binds your hearthstone. It brings you home once an hour; set it where your next quests are handed in.',
  ],
  [
    'rested',
    'The blue bar',
    'Log out in an inn or a city and you come back rested: kills then give twice the experience until the blue mark is reached.',
  ],
  [
    'mount',
    'The first mount',
    'At level forty a riding trainer takes about ninety gold for skill and horse. Save from thirty on; a discount comes with the honoured reputation.',
  ],
  [
    'whisper',
    'Whom nobody answers',
    'Ignored players, full friend lists and the chat channels: how to leave trade chat and how to reply to the last whisper.',
  ],
  [
    'swim',
    'Breath',
    'Under water you have a minute of air. Potions, a shaman or a warlock give you more; the surface gives you all of it.',
  ],
];

/** Returns reproducible numbers from 0 to 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** Returns all guides, each under an id such as `doc:zone-tanaris-herbs`. */
export function guides(): readonly DocumentMeta[] {
  const roll = dice(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)]!;
  const filler = (sentences: number): string => Array.from({ length: sentences }, () => pick(ANYWHERE)).join(' ');
  const aside = (): string =>
    `It is near ${pick(ZONES)}, a ${pick(CLASSES)} knows ${pick(PROFESSIONS)} there and carries ${pick(MATERIALS)}.`;
  const found: DocumentMeta[] = [];
  const add = (id: string, name: string, said: string, sentences = 4): void => {
    const text = `${filler(sentences >> 1)} ${said} ${filler(sentences)} ${aside()}`;
    found.push({
      id: `doc:${id}`,
      kind: 'guide',
      extId: null,
      name,
      text,
      url: `https://guides.example/${id}`,
      source: 'Guides of a made-up site',
      licence: 'CC0',
      date: '2026-01-02',
      version: null,
    });
  };
  const all = (prefix: string, names: readonly string[], sorts: readonly Sort[]): void => {
    for (const name of names) {
      for (const [sort, title, said] of sorts) add(`${prefix}-${slugOf(name)}-${sort}`, title(name), said(name));
    }
  };
  all('profession', PROFESSIONS, OF_PROFESSION);
  all('zone', ZONES, OF_ZONE);
  all('class', CLASSES, OF_CLASS);
  all('dungeon', DUNGEONS, OF_DUNGEON);
  all('material', MATERIALS, OF_MATERIAL);
  for (const [id, name, text] of TIPS) add(`tip-${id}`, name, text, 2);
  for (const one of CLASSES) {
    for (const zone of ZONES)
      add(`${slugOf(one)}-in-${slugOf(zone)}`, `${one} in ${zone}`, `How a ${one} gains levels in ${zone}.`);
    for (const dungeon of DUNGEONS)
      add(
        `${slugOf(one)}-${slugOf(dungeon)}`,
        `${one} in ${dungeon}`,
        `What a ${one} does in ${dungeon}: tanking, healing or damage.`,
      );
    for (const profession of PROFESSIONS)
      add(
        `${slugOf(one)}-${slugOf(profession)}`,
        `${profession} as a ${one}`,
        `Is ${profession} worth it for a ${one}?`,
      );
  }
  for (const profession of PROFESSIONS) {
    for (const zone of ZONES)
      add(
        `${slugOf(profession)}-at-${slugOf(zone)}`,
        `${profession} around ${zone}`,
        `Trainers and vendors for ${profession} around ${zone}.`,
      );
  }
  for (const make of MAKES) {
    for (const of of OF) {
      for (const thing of THINGS) {
        add(
          `item-${slugOf(`${make} ${of} ${thing}`)}`,
          `${make} ${of} ${thing}`,
          `Notes on the ${thing.toLowerCase()}: who wears it and where it drops.`,
          2,
        );
      }
    }
  }
  for (let day = 1; found.length < 7_000; day++) {
    add(
      `diary-${day}`,
      `Diary, day ${day}`,
      `Today I was in ${pick(ZONES)} with a ${pick(CLASSES)}, then ${pick(DUNGEONS)}. I farm ${pick(MATERIALS)} and level ${pick(PROFESSIONS)}. ${aside()}`,
      8,
    );
  }
  return found;
}

/** A question as players type it, the same question with typos, and the guide that answers it. */
export const QUESTIONS: readonly (readonly [asked: string, mistyped: string, id: string])[] = [
  [
    'What is the fastest way to get my tailoring from 1 to 300?',
    'what is the fastst way to get my tialoring form 1 to 300',
    'profession-tailoring-levelling',
  ],
  ['best place to farm wool cloth', 'best palce to farm woolcloth', 'material-wool-cloth-farming'],
  ['who trains artisan cooks', 'who trians artisan coking', 'profession-cooking-trainers'],
  [
    'in what order should a hunter use his abilities',
    'in what order shoud a huntr use his abilitys',
    'class-hunter-rotation',
  ],
  ['where do I spend talent points as a mage', 'were do i spend tallent points as a mgae', 'class-mage-talents'],
  [
    'Enemies leave my warrior and attack the healer, how do I hold aggro?',
    'enemys leave my warior and atack the healer how do i hold agro',
    'class-warrior-threat',
  ],
  [
    'what level should my party be for the Deadmines',
    'what levl shoud my party be for the deadmins',
    'dungeon-deadmines-overview',
  ],
  ['silver dragon rares around Stranglethorn', 'silver dragn rares arround stranglethron', 'zone-stranglethorn-rares'],
  ['what bites in the lakes of the Wetlands', 'what bites in the laeks of the wet lands', 'zone-wetlands-fishing'],
  ['good round past the copper veins in Durotar', 'good round past the coper viens in durotra', 'zone-durotar-ore'],
  ['can I earn money with enchanting?', 'can i earn mony with enchantng', 'profession-enchanting-gold'],
  ['healing as a priest in Scarlet Monastery', 'heeling as a preist in scarlet monastry', 'priest-scarlet-monastery'],
  ['picking plants in Swamp of Sorrows', 'piking plants in swmap of sorows', 'zone-swamp-of-sorrows-herbs'],
  ['how do I get to Tanaris, is there a boat?', 'how do i get to tanarris is there a baot', 'zone-tanaris-travel'],
  ['goblin or gnomish engineering?', 'goblin or gnomisch enginering', 'profession-engineering-branches'],
  [
    'when should I sell mageweave on the auction house',
    'when shoud i sell mage weave on the auctionhouse',
    'material-mageweave-cloth-price',
  ],
  [
    'does a paladin want a slow or a fast weapon',
    'does a palladin want a slow or a fast wepon',
    'class-paladin-weapons',
  ],
  [
    'which quest line lets me into Onyxia’s Lair?',
    'which quest line lets me into onixias lair',
    'dungeon-onyxia-s-lair-attunement',
  ],
  ['should my shaman learn mining', 'shoud my shamen learn minning', 'shaman-mining'],
  [
    'how do I stop runners with low health from pulling their friends',
    'how do i stop runers with low helth from puling their freinds',
    'tip-runners',
  ],
];
