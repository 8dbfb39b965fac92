/** Words from which the realm's names are composed. All names are invented. */

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

export const TRIBES = words(
  'Rustmane Gallowbrand Saltfang Mirefoot Cinderjaw Hollowtusk Blackreed Ironbriar Stormhook Dustclaw Redmarsh Bitterroot Gravelmaw Coldhearth Thornhide Wickburn',
);
export const ROLES = words('Scout Warder Hexer Trapper Overseer Raider Marksman Mender Digger Brute Ambusher Chanter');
export const SPECIES = words(
  'Marshwolf Tuskboar Fencrawler Glasswing Stonebear Reedstalker Duskbat Sandviper Ridgecat Shellback Galehawk Mossback Thornrat Frosthorn Emberfox Silkspinner Bogtoad Plainstrider Cragvulture Riverpike',
);
export const AGES = words('Young Mottled Elder Dire Rabid Pale Hulking Feral Scarred Starving');
export const SPIRITS = words('Skeleton Ghoul Wraith Revenant Sentinel Shambler Acolyte Husk');
export const FATES = words('Restless Rotting Wailing Forsworn Drowned Nameless Ashen Bound');
export const ELEMENTS = words('Gale Cinder Mire Stone Rime Thorn Spark Tide');
export const SHAPES = words('Elemental Guardian Fragment Fury Servant Watcher');
export const FIRST_NAMES = words(
  'Marla Orrin Hessa Tobin Elspeth Garrick Wenna Doran Isolde Bram Petra Lucan Maud Corwin Tilda Joss Ravenna Alden Sorcha Emric Nella Hugo Brina Stellan Odette Fenn Ysolt Rufus Gwenda Ansel Mirren Caleb',
);
export const LAST_NAMES = words(
  'Fenwick Dale Harrow Ashby Tallow Brightwater Moss Cooper Vane Stoneham Larkin Grey Wetherby Pike Holloway Marrow Sedge Thatcher Quill Barrow Winslow Reed Crane Oakes',
);
export const RARES = words('Grimtusk Blacktalon Mirewidow Oldscar Gorewind Ironhide Nightwhisper Bonegnaw Ravenjaw');
export const SITES = words(
  'Mill Quarry Orchard Ruins Camp Farmstead Crossing Watchtower Barrow Grove Landing Hollow Ford Vineyard',
);
/** Materials of gear, from the lowest levels to the highest. */
export const MAKES = words(
  'Threadbare Wayfarer Reedwoven Fieldworn Hearthbound Foxhide Copperleaf Gatekeeper Mossweave Riverstone Duskguard Ironbriar Stormwatch Palewood Emberlaced Greywarden Highcrag Frostbitten Sunforged Nightfall',
);
export const LUXURY = words('Everwatch Starfallen Kingsbane Moonshard Wyrmscale Dawnbreaker Oathkeeper Gravesong');
/** Makes of items that are only in the game's files. */
export const OTHER_MAKES = words('Lost Gilded Brittle Polished Heavy Ornate Tarnished Plain');
export const CLOTHS = ['Flaxen Cloth', 'Fleece Cloth', 'Mirrorsilk', 'Weaver’s Cloth', 'Runed Cloth'];
export const HIDES = ['Scrap Hide', 'Thin Hide', 'Medium Hide', 'Thick Hide', 'Rugged Hide'];
export const ORES = ['Greenvein Ore', 'Tinbright Ore', 'Bogiron Ore', 'Truesteel Ore', 'Deepthorium Ore'];
export const HERBS = words('Meadowbell Silverthread Fenroot Sunpetal Ghostcap Dreamsage Icethistle Goldvetch');
export const GEMS = ['Mossy Agate', 'Tawny Opal', 'Duskgem', 'Blue Beryl', 'Hearthstar', 'Pale Diamond'];
export const FISH = ['Speckled Trout', 'Mudfin', 'Razorgill', 'Lantern Eel', 'Stonescale Carp'];
export const JUNK = words('Fang Talon Whisker Pebble Buckle Feather Claw Scale Button Tooth');
export const WORN = words('Chipped Broken Bent Cracked Frayed Dull');
export const SOUGHT = ['Signet', 'Ledger', 'Banner', 'Insignia', 'Orders', 'Totem', 'Lockbox', 'Relic', 'Sample'];
export const CURES = ['Healing Potion', 'Mana Potion', 'Elixir of Vigour', 'Elixir of Focus', 'Draught of Haste'];
export const STRENGTHS = words('Minor Lesser Plain Greater Superior Major');
export const DISHES = ['Stew', 'Pie', 'Skewer', 'Chowder', 'Roast', 'Dumpling'];
export const DEEDS = [
  'Trouble at',
  'Clearing',
  'Return to',
  'A Letter from',
  'Supplies for',
  'The Secret of',
  'Hunting in',
];
export const EVENTS = ['Harvest Fair Ticket', 'Lanterns for the Fallen'];
export const TALENTS = words(
  'Sharpened Tempered Steady Sweeping Patient Burning Watchful Unbroken Hidden Rising Tireless Piercing',
);
export const CRAFTS = words('Strikes Guard Mind Blades Stance Reach Focus Fury Ward Step');
