import type { DemoRecording } from '../../adapters/demo_stage.ts';
import { clientTables, DEMO_BUILD } from './client_tables.ts';
import { playedBy } from './play.ts';
import { PLAYERS } from './players.ts';

/** Invents the two weeks that `npm run demo` plays back. Always returns the same. */
export function inventRecording(): DemoRecording {
  return {
    build: DEMO_BUILD,
    tables: clientTables(),
    players: PLAYERS.map((player) => ({ installId: player.installId, records: playedBy(player) })),
  };
}
