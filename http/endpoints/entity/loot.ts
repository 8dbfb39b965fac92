import { percentText } from '../../../domain/cards/words.ts';
import type { Figures, Loot } from '../../../domain/reads/entities/loot.ts';
import { isMostlyOne } from '../../../domain/tools/pages/loot_text.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import type { Part } from '../../pages/parts/contents.ts';
import { entityLink, type NamedEntity } from '../../pages/parts/entity_link.ts';
import { dropTable, mostlyOneText, seenByFew } from './drops.ts';
import { ROWS_SHOWN } from './rows.ts';

type Drop = Figures & { readonly item: NamedEntity };

/** `Loot` with named items, as in answers. */
type ToldLoot = Omit<Loot, 'drops' | 'dropsSeenByFew'> &
  Readonly<Record<'drops' | 'dropsSeenByFew', { readonly total: number; readonly rows: readonly Drop[] }>>;

/** Renders the loot of an NPC or object. `edgesPath` is the address of all rows as JSON. */
export function lootPart(
  loot: ToldLoot,
  what: { readonly heading: string; readonly edgesPath: string },
  base: string,
): Part {
  return {
    id: 'drops',
    heading: what.heading,
    total: loot.drops.total,
    content: html`<p>${windowsText(loot)}</p>
${loot.drops.total === 0 ? '' : itemsTable(loot.drops, what.heading, `${base}${what.edgesPath}`, base)}${
  loot.dropsSeenByFew.total === 0
    ? ''
    : seenByFew(itemsTable(loot.dropsSeenByFew, `${what.heading}, seen by one or two players`, null, base))
}`,
  };
}

/** Returns a sentence with the number of loot windows, and an explanation of a measured zero. */
function windowsText(loot: ToldLoot): string {
  const { kills, reporters, zeroHigh, drops } = loot;
  const by = counted(reporters, 'player');
  const mostly = isMostlyOne(loot) ? ` Beware: ${mostlyOneText(loot)}.` : '';
  if (zeroHigh !== null) {
    return `A measured zero: all ${counted(kills, 'loot window')} that ${by} opened were empty. With 95% confidence, nothing drops more often than ${percentText(zeroHigh)}.${mostly}`;
  }
  const none = drops.total === 0 ? ' No item has been seen by three players yet.' : '';
  return `From ${counted(kills, 'loot window')} that ${by} opened.${none}${mostly}`;
}

function itemsTable({ rows, total }: ToldLoot['drops'], caption: string, rest: string | null, base: string): unknown {
  return dropTable({
    caption,
    rows: rows.slice(0, ROWS_SHOWN),
    total,
    rest,
    before: [{ column: { head: 'Item' }, cell: ({ item }) => entityLink(item, base) }],
  });
}
