import type { NpcRole } from '../../../schema/vocabulary.ts';

/** Short descriptions of an NPC's roles. */
const ROLE_WORDS: Readonly<Record<NpcRole, string>> = {
  gives: 'gives quests',
  ends: 'ends quests',
  sells: 'sells',
  trains: 'trains',
};

/** Renders an NPC's roles: `gives and ends quests, trains Cooking`. `taught` is what the NPC trains. */
export function showRoles(roles: readonly NpcRole[], taught: unknown = null): unknown {
  const both = roles.includes('gives') && roles.includes('ends');
  const shown = both ? roles.filter((role) => role !== 'gives') : roles;
  return shown.map((role, at) => {
    const word = both && role === 'ends' ? 'gives and ends quests' : ROLE_WORDS[role];
    return [at === 0 ? '' : ', ', word, role === 'trains' && taught !== null ? [' ', taught] : ''];
  });
}
