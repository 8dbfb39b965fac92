import { counted } from '../values/phrases.ts';
import { type Card, type CardLine, type EntityName, observedLine, placeholder } from './card.ts';
import { type CardDrop, dropLines, fewLines, type Shortlist, seenByFewLines } from './drop_lines.ts';
import { type Seller, sellerLine } from './item.ts';
import { capitalised, rangeText } from './words.ts';

/** The public facts about an NPC. */
export interface NpcFacts {
  readonly npcId: number;
  readonly name: string | null;
  /** The levels at which it was seen, ascending. */
  readonly levels: readonly number[];
  readonly reactions: readonly string[];
  readonly zones: Shortlist<CardZone>;
  readonly goods: Shortlist<Seller>;
  /** Number of lessons that it teaches. */
  readonly services: number;
  /** Quests by ascending id. */
  readonly gives: Shortlist<EntityName>;
  readonly takes: Shortlist<EntityName>;
  readonly drops: Shortlist<CardDrop>;
  readonly dropsSeenByFew: Shortlist<EntityName>;
  /** Number of loot windows, all of them empty, or null if it is not a measured zero. */
  readonly emptyWindows: number | null;
}

/** A zone in which an NPC was seen. */
export interface CardZone {
  readonly name: string;
  /** True if the name comes from the game's files. */
  readonly fromFiles: boolean;
  /** Number of places in the zone where the NPC was seen. */
  readonly pins: number;
}

export function npcCard(facts: NpcFacts): Card {
  const { npcId, name, levels, reactions, zones, goods, services, gives, takes, drops, dropsSeenByFew } = facts;
  const lines = [
    ...(levels.length === 0 ? [] : [observedLine(`Level ${rangeText(levels[0]!, levels.at(-1)!)}`)]),
    ...(reactions.length === 0 ? [] : [observedLine(capitalised(reactions.join(', ')))]),
    ...fewLines(zones, zoneLine, 'Found in'),
    ...fewLines(goods, (item) => sellerLine('Sells', item), 'Sells'),
    ...(services === 0 ? [] : [observedLine(`Teaches ${counted(services, 'lesson')}`)]),
    ...fewLines(gives, (quest) => observedLine('Gives the quest ', quest), 'Gives'),
    ...fewLines(takes, (quest) => observedLine('Takes the quest ', quest), 'Takes'),
    ...dropLines(drops, 'Drops'),
    ...seenByFewLines(dropsSeenByFew, 'drops'),
    ...emptyLines(facts.emptyWindows),
  ];
  return {
    type: 'npc',
    id: npcId,
    title: name ?? placeholder('npc', npcId),
    quality: null,
    color: null,
    icon: null,
    lines,
    fromFiles: lines.some((line) => line.fromFiles),
  };
}

function zoneLine({ name, fromFiles, pins }: CardZone): CardLine {
  return {
    parts: [`Found in ${name}${pins === 0 ? '' : ` (${counted(pins, 'place')})`}`],
    fromFiles,
  };
}

/** Returns a line such as `Held nothing in 40 loot windows` for a measured zero, otherwise nothing. */
export function emptyLines(windows: number | null): readonly CardLine[] {
  return windows === null ? [] : [observedLine(`Held nothing in ${counted(windows, 'loot window')}`)];
}
