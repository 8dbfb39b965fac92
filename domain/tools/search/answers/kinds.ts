import { findEdgeGroup } from '../../../families/edges.ts';
import { findSlotSlug } from '../../../game_files/slugs.ts';
import { findItemKind, type ItemKindFilter } from '../../../knowledge/intents/word_classes.ts';
import { foldName } from '../../../knowledge/words.ts';
import type { GameItem } from '../../../ports/build.ts';
import { type PublishedSnapshot, readEntities, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { quote } from '../../../values/quoted.ts';
import { renderVendors } from '../../pages/item_text.ts';
import { type Answerer, addNameNotes, createIntent } from './answer.ts';
import { readItemSources } from './items.ts';
import { findName, isInZone } from './names.ts';
import { listSpellings } from './names_inside.ts';

const SOLD_MAX = 2_000;
const SHOWN_SELLERS_MAX = 6;

/**
 * Answers with the items of a kind, such as bags, that vendors sell. The game's files say which items are of a kind. If
 * none are imported, the items are those whose names end with the kind. An item that is called like the kind does not
 * answer in place of the others.
 */
const answerKindSellers: Answerer = async ({ snapshot }, { gear: kind = '', zone }) => {
  const place = zone === undefined ? null : await findName(snapshot, zone, ['zone']);
  const sold = await readSellersOfKind(snapshot, kind);
  const isFiled = snapshot.view.game !== null;
  const isNamesake = ({ name }: (typeof sold)[number]): boolean => listSpellings(kind).includes(foldName(name ?? ''));
  if (sold.length > 0 && sold.every(isNamesake)) return null;
  const pages = await Promise.all(
    sold.slice(0, 4 * SHOWN_SELLERS_MAX).map(async (item) => {
      const { soldBy } = await readItemSources(snapshot, item.id, place !== null);
      const rows = place === null ? soldBy.rows : soldBy.rows.filter(({ places }) => isInZone(places, place));
      return { item, soldBy: place === null ? soldBy : { total: rows.length, rows } };
    }),
  );
  const near = pages.filter(({ soldBy }) => soldBy.total > 0);
  const [where] = place?.hits ?? [];
  const there = place === null ? '' : where === undefined ? ' there' : ` in ${quote(where.name)}`;
  const origin = isFiled
    ? 'kinds of items found in game files, unconfirmed'
    : 'by their names: no game files are imported here';
  const elsewhere =
    near.length === 0 && sold.length > 0
      ? ` Elsewhere, ${formatQuantity(sold.length, 'such item is', 'such items are')} sold.`
      : '';
  return addNameNotes([place?.certainty === 'unknown' ? { ...place, certainty: 'close' } : place], {
    lines:
      near.length === 0
        ? [`No vendor that sells items of the kind “${kind}” is known${there} (${origin}).${elsewhere}`]
        : [
            `Items of the kind “${kind}” that vendors sell${there} (${origin}):`,
            ...near
              .slice(0, SHOWN_SELLERS_MAX)
              .flatMap(({ item, soldBy }) => renderVendors(soldBy, `- ${toLabel(item)} is sold by`)),
            ...(near.length > SHOWN_SELLERS_MAX ? ['- and others'] : []),
          ],
    about: near.slice(0, SHOWN_SELLERS_MAX).map(({ item }) => `item:${item.id}`),
    arguments: {},
    fromFiles: isFiled,
  });
};

export const kindSellersIntent = createIntent('sellers_of_kind', 'item_page', answerKindSellers)`
  (~who|anyone|anybody) [~vendor|~mob] [that|who] ~sell {gear} ~inzone
  (where|from who|from whom) [~can|to] [~i] (~buy|~find) [~a] [new|more|better|bigger] {gear} [from] ~inzone
  ~vendor (that|who|which|for|of|with|selling) [~sell] {gear} ~inzone; {gear} (~vendor|~sell) [~location] ~inzone
  (~buy|buying) [~a] [new|more|better|bigger] {gear} ~inzone; (cheapest|cheap|~best) (~spot|way|~vendor) to buy {gear}
  ~who (has|have) {gear} (for sale|to sell) ~inzone; where ~be {gear} (sold|for sale|available) ~inzone
`;

/** Returns the items of a kind that vendors sell, ordered by number. */
async function readSellersOfKind(snapshot: PublishedSnapshot, kind: string) {
  const sold = (await snapshot.edges.ends(findEdgeGroup('sold_by:item:npc'), 'from', SOLD_MAX)).map(({ id }) => id);
  const [filed, named] = await Promise.all([
    snapshot.game.factsAmong('item', sold.map(String)),
    snapshot.view.game === null ? readEntities(snapshot, 'item', sold) : null,
  ]);
  const ids = sold.filter((id) =>
    named === null
      ? isItemOfKind(filed.get(`${id}`) as GameItem | undefined, findItemKind(kind)!)
      : listSpellings(kind).some((one) => ` ${foldName(named.get(id)?.name ?? '')}`.endsWith(` ${one}`)),
  );
  return [...(await readEntities(snapshot, 'item', ids)).values()];
}

/** Returns whether the game's files say that an item is of a kind. */
export function isItemOfKind(item: GameItem | undefined, { slots = [], subclasses }: ItemKindFilter): boolean {
  if (item === undefined) return false;
  const slot = findSlotSlug(item.inventoryType);
  if (slot !== null && slots.includes(slot)) return true;
  return item.classId === subclasses?.classId && subclasses?.ids.includes(item.subclassId ?? -1) === true;
}
