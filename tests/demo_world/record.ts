import type { DemoRecording } from '../../adapters/demo_stage.ts';
import { clientTables, DEMO_BUILD } from './client_tables.ts';
import { GUIDES, TOUR } from './guides.ts';
import { playedBy } from './play.ts';
import { PLAYERS } from './players.ts';
import { ITEMS } from './world/items.ts';
import { MAPS } from './world/places.ts';
import { TALENT_TABS, TALENTS } from './world/talents.ts';
import { RECIPES } from './world/trade.ts';

/** Invents the two weeks that `npm run demo` plays back. Always returns the same. */
export function inventRecording(): DemoRecording {
  return {
    header: { addonVersion: 'demo', clientBuild: DEMO_BUILD, locale: 'enUS', protocol: '1.4.0' },
    tables: clientTables({
      items: ITEMS,
      recipes: RECIPES,
      maps: MAPS,
      classes: ['Warrior'],
      talents: TALENTS,
      talentTabs: TALENT_TABS,
    }),
    guides: GUIDES,
    tour: TOUR,
    notice: 'The names are the game’s; all numbers are made up.',
    players: PLAYERS.map((player) => ({ installId: player.installId, records: playedBy(player) })),
  };
}
