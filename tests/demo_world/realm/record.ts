import type { DemoRecording } from '../../../adapters/demo_stage.ts';
import { dice } from '../../realm/dice.ts';
import { clientTables, DEMO_BUILD } from '../client_tables.ts';
import { playRealm } from './play.ts';
import { CLASSES, rollPlayers } from './players.ts';
import { TALENTS, TREE_TABS } from './talents.ts';
import { rollWorld } from './world.ts';
import { CONTINENTS } from './zones.ts';

/** Invents the two weeks that `npm run demo -- --realm` plays back. Always returns the same. */
export function inventRealm(): DemoRecording {
  const world = rollWorld();
  const players = rollPlayers(dice(20_262), world.zones);
  const { zones, goods } = world;
  const example = zones[4]!;
  return {
    header: { addonVersion: 'demo', clientBuild: DEMO_BUILD, region: 3, locale: 'enUS', protocol: '1.5.0' },
    tables: clientTables({
      items: goods.items,
      recipes: world.recipes,
      maps: [...zones, ...CONTINENTS],
      classes: CLASSES.map((token) => `${token[0]}${token.slice(1).toLowerCase()}`),
      talents: TALENTS,
      talentTabs: TREE_TABS,
    }),
    guides: [
      {
        id: 'fleece',
        name: 'Where fleece comes from',
        path: `/item/${goods.cloths[1]}`,
        text: 'Fleece cloth drops from people and from the restless dead between the levels ten and twenty-five. The camps of the Thornwash Barrens are close to each other, so you seldom wait for creatures to come back.',
      },
    ],
    tour: [
      [`/item/${goods.cloths[1]}`, 'a cloth: drops, uses and prices'],
      [`/zone/${example.mapId}`, 'a zone with hundreds of creatures'],
      ['/profession/tailoring', 'recipes and the cheapest way to level'],
      ['/market/Emberfall', 'the auctions of a realm'],
      ['/coverage', 'facts that need one more report'],
      ['/search?q=potion', 'names, and facts about them'],
    ],
    notice: 'All names and numbers are invented.',
    players: players.map((player, at) => ({ installId: player.installId, records: playRealm(world, player, at + 1) })),
  };
}
