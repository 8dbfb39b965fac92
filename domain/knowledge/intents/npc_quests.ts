import type { Intent } from './intent.ts';

/** Questions about the quests that an NPC gives or ends. */
export const npc_quests = {
  name: 'npc_quests',
  tool: 'npc_page',
  patterns: [
    '(what|which|any) ~quest ~can [~a] {npc} (give|have|offer|start|want|end)',
    '~quest (from|by|of|at) [~a] {npc}',
    '[~a] {npc} ~quest',
    'what ~can [~a] {npc} (want|need|ask for|collect|offer|give)',
    '~be [~a] {npc} [~a] (quest giver|questgiver)',
    '[what ~be] [~a] {npc} ~quest',
  ],
} as const satisfies Intent;
