import { capitalise } from '../../../domain/cards/words.ts';

const KIND_NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
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
export function formatKind(kind: string): string {
  return KIND_NOUNS[kind]?.[0] ?? capitalise(kind.replaceAll('_', ' '));
}

/** Returns the plural noun for a kind, used as a group heading. */
export function formatKindHeading(kind: string): string {
  return KIND_NOUNS[kind]?.[1] ?? formatKind(kind);
}
