import type { NpcRole } from '../../../schema/vocabulary.ts';

/** What an NPC does for players, in a word or two. */
export const ROLE_WORDS: Readonly<Record<NpcRole, string>> = {
  gives: 'gives quests',
  ends: 'ends quests',
  sells: 'sells',
  trains: 'trains',
};
