import type { TooltipType } from '../../../schema/vocabulary.ts';

/** What a card is of. */
export interface Entity {
  readonly type: TooltipType;
  readonly id: number;
}

/** What an element says of the entity it stands for; null: it has no such attribute. */
export interface Signs {
  /** `data-third-witness`. */
  readonly ours: string | null;
  /** Where it leads: an absolute address, as the browser spells it. */
  readonly href: string | null;
  /** `data-wowhead`, else `rel`. */
  readonly wowhead: string | null;
  /** `data-disable-wowhead-tooltip`. */
  readonly off: string | null;
}

export interface Recognition {
  /** Where the instance stands, as the browser spells it, without a trailing slash. */
  readonly base: string;
  /** Whether links written for Wowhead's script are read as well. */
  readonly compat: boolean;
}

const ENTITY = '(item|npc|quest|object)=([1-9]\\d{0,15})';

/** `item=2589` and nothing else. */
const WHOLE = new RegExp(`^\\s*${ENTITY}\\s*$`);
/** `item=2589&ench=1`, alone or among other words. */
const AMONG = new RegExp(`(?:^|[\\s&])${ENTITY}\\b`);
/** `/item/2589`, behind the instance's address. */
const PAGE = /^\/(item|npc|quest|object)\/([1-9]\d{0,15})\/?(?:[?#]|$)/;
/** `/classic/de/item=2589/linen-cloth` or `/?item=2589`, on any of its hosts. */
const ON_WOWHEAD = new RegExp(
  `^https?://(?:[\\w-]+\\.)*wowhead\\.com/(?:[\\w-]+/)*(?:[\\w-]*\\?(?:[^#]*&)?)?${ENTITY}\\b`,
);

/** The entity that an element stands for; null: none, or the site wants no card there. */
export function entityOf({ ours, href, wowhead, off }: Signs, { base, compat }: Recognition): Entity | null {
  if (ours !== null) return found(WHOLE, ours);
  const address = href ?? '';
  const [there, here] = [address, base].map((one) => one.replace(/^https?:/, '')) as [string, string];
  const page = there.startsWith(here) ? found(PAGE, there.slice(here.length)) : null;
  // `np` is how a site asks Wowhead's script for no card.
  if (page !== null || !compat || off === 'true' || /^np\b/.test(wowhead ?? '')) return page;
  return found(AMONG, wowhead ?? '') ?? found(ON_WOWHEAD, address);
}

function found(pattern: RegExp, text: string): Entity | null {
  const match = pattern.exec(text);
  const id = Number(match?.[2]);
  return Number.isSafeInteger(id) ? { type: match![1] as TooltipType, id } : null;
}
