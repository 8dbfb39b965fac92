import type { NpcRole } from '../../../schema/vocabulary.ts';

/** What an NPC does for players, in a word or two. */
const WORDS: Readonly<Record<NpcRole, string>> = {
  gives: 'gives quests',
  ends: 'ends quests',
  sells: 'sells',
  trains: 'trains',
};

/** What an NPC does for players, `taught` behind that it trains: `gives and ends quests, trains Cooking`. */
export function rolesShown(roles: readonly NpcRole[], taught: unknown = null): unknown {
  const both = roles.includes('gives') && roles.includes('ends');
  const told = both ? roles.filter((role) => role !== 'gives') : roles;
  return told.map((role, at) => {
    const word = both && role === 'ends' ? 'gives and ends quests' : WORDS[role];
    return [at === 0 ? '' : ', ', word, role === 'trains' && taught !== null ? [' ', taught] : ''];
  });
}
