import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { SLOTS } from '../../../domain/game_files/slugs.ts';
import { type ItemsPage, type ItemsQuery, readItems } from '../../../domain/reads/items.ts';
import { rowsIn } from '../../../domain/reads/pieces.ts';
import { instant } from '../../../domain/values/instant.ts';
import { ok } from '../../../domain/values/result.ts';
import { QUALITIES } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { type Body, JSON_TYPE, utf8 } from '../../pipeline/body.ts';
import { csvAnswer, wantsCsv } from '../../pipeline/csv_answer.ts';
import { listParams, type PageFields, pageFields } from '../../pipeline/list_route.ts';
import { type Params, readParams, unitsOfIds } from '../../pipeline/params.ts';
import { type Call, PRIVATE_CHECKED, type Route } from '../../pipeline/route.ts';

const PATH = '/api/items';

const SLOT_SLUGS = SLOTS.map(({ slug }) => slug);

/**
 * Serves the build's items (contract, section 4, Item row) without our licence, because they belong to the publisher.
 */
export function itemsRoute({ snapshots, settings }: Context): Route {
  return {
    path: PATH,
    method: 'GET',
    budget: 'items',
    units: unitsOfIds,
    cacheHeaders: PRIVATE_CHECKED,
    cachePolicy: { while: 'snapshot', by: 'query' },
    refusals: 'apiError',
    answer: async (call) => {
      const asked = readParams(call.query, (params) => ({ query: queryOf(params, call), isCsv: wantsCsv(params) }));
      if (!asked.ok) return asked;
      const { query, isCsv } = asked.value;
      const page = await readItems(snapshots, query);
      if (!page.ok) return page;
      const { total } = page.value;
      const url = `${settings.publicUrl}${PATH}`;
      const { item, ids, class: itemClass, subclass, slot, quality } = query;
      const filters = {
        item,
        ids: ids?.join() ?? null,
        class: itemClass,
        subclass,
        slot,
        quality,
        format: isCsv ? 'csv' : null,
      };
      const fields = pageFields({ url, filters, query, page: page.value, total });
      if (isCsv) {
        const link = fields.next === null ? {} : { Link: `<${fields.next}>; rel="next"` };
        const gameData = gameDataNotice(page.value.game);
        const rows = rowsIn<object>(page.value).map((row) => ({ ...row, gameData }));
        return ok(csvAnswer({ name: 'items', columns: CSV_COLUMNS, rows }, link));
      }
      return ok({ status: 200, mediaType: JSON_TYPE, body: bodyOf(page.value, fields) });
    },
  };
}

const CSV_COLUMNS = [
  ...['itemId', 'class', 'subclass', 'slot', 'quality', 'itemLevel', 'requiredLevel', 'icon', 'stack'],
  ...['buyPriceCopper', 'sellPriceCopper', 'setId'],
  ...['gameData.label', 'gameData.build', 'gameData.credit'],
];

function queryOf(params: Params, call: Call): ItemsQuery {
  return {
    ...listParams(params, call),
    item: params.optionalInteger('item', 1),
    ids: params.ids(),
    class: params.text('class'),
    subclass: params.text('subclass'),
    slot: params.choice('slot', SLOT_SLUGS),
    quality: params.choice('quality', QUALITIES),
  };
}

/** Builds the body (contract, section 4, Item row). The items are stored as JSON and inserted unchanged. */
function bodyOf({ game, pieces }: ItemsPage, fields: PageFields): Body {
  const head = { generatedAt: instant(game.importedAtMs) };
  const rest = { gameData: gameDataNotice(game), ...fields };
  return [
    utf8(`${JSON.stringify(head).slice(0, -1)},"items":[`),
    ...pieces,
    utf8(`],${JSON.stringify(rest).slice(1)}`),
  ];
}
