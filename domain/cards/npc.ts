import { counted } from '../values/phrases.ts';
import { type Card, type CardLine, type EntityName, observedLine, placeholder } from './card.ts';
import { type CardDrop, dropLines, fewLines, type Shortlist, seenByFewLines } from './drop_lines.ts';
import { type Seller, sellerLine } from './item.ts';
import { capitalised, rangeText } from './words.ts';

/** What is known of an NPC. */
export interface NpcFacts {
  readonly npcId: number;
  readonly name: string | null;
  /** Ascending. */
  readonly levels: readonly number[];
  readonly reactions: readonly string[];
  readonly zones: Shortlist<CardZone>;
  readonly goods: Shortlist<Seller>;
  /** Lessons it teaches. */
  readonly services: number;
  /** Quests by ascending id. */
  readonly gives: Shortlist<EntityName>;
  readonly takes: Shortlist<EntityName>;
  readonly drops: Shortlist<CardDrop>;
  readonly dropsSeenByFew: Shortlist<EntityName>;
  /** The windows in which it held nothing at all, where it is a measured zero. */
  readonly emptyWindows: number | null;
}

/** A zone in which an NPC was seen. */
export interface CardZone {
  readonly name: string;
  /** True where the name was read from the game's files. */
  readonly fromFiles: boolean;
  /** Places at which it stands. */
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

/** What a measured zero says. */
export function emptyLines(windows: number | null): readonly CardLine[] {
  return windows === null ? [] : [observedLine(`Held nothing in ${counted(windows, 'loot window')}`)];
}
