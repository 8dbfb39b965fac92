import { capitalised } from '../../../domain/cards/words.ts';

const KINDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  item: ['Item', 'Items'],
  npc: ['NPC', 'Creatures and people'],
  quest: ['Quest', 'Quests'],
  object: ['Object', 'Objects'],
  zone: ['Zone', 'Zones'],
  recipe: ['Recipe', 'Recipes'],
  spell: ['Spell', 'Spells'],
  skill: ['Skill', 'Skills'],
  player_class: ['Class', 'Classes'],
  item_set: ['Item set', 'Item sets'],
  achievement: ['Achievement', 'Achievements'],
  quest_chain: ['Chain of quests', 'Chains of quests'],
  faction: ['Faction', 'Factions'],
  title: ['Title', 'Titles'],
  project: ['Project', 'Projects'],
  document: ['Document', 'Documents'],
};

/** Returns the word for one entity of a kind. For a kind that only documents use, formats the kind itself. */
export function kindWord(kind: string): string {
  return KINDS[kind]?.[0] ?? capitalised(kind.replaceAll('_', ' '));
}

/** Returns the plural, used as the heading of a group. */
export function kindHeading(kind: string): string {
  return KINDS[kind]?.[1] ?? kindWord(kind);
}
