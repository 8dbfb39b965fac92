import { capitalise } from '../../../domain/cards/words.ts';

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

/** Returns the singular noun for a kind. For a kind that only documents use, formats the kind's own name. */
export function kindWord(kind: string): string {
  return KINDS[kind]?.[0] ?? capitalise(kind.replaceAll('_', ' '));
}

/** Returns the plural noun for a kind, used as a group heading. */
export function kindHeading(kind: string): string {
  return KINDS[kind]?.[1] ?? kindWord(kind);
}
