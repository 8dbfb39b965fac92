import * as v from 'valibot';
import { readDropDays } from '../../../domain/reads/entities/observed_edges.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import type { CardType } from '../../../domain/values/entity_page.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { readQueryArguments } from '../../../schema/read_arguments.ts';
import { auction_history } from '../../../schema/tools/market.ts';
import { TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import type { AppSettings, Context } from '../../context.ts';
import { createAsker, createReader } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { CACHE_BY_QUERY, createPageRoute, type PageState } from '../../pages/page_route.ts';
import { formatLabel } from '../../pages/parts/entity_link.ts';
import { renderSearchForm } from '../../pages/parts/search_form.ts';
import { readEntityId, readQuery, text } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Call, Route } from '../../pipeline/route.ts';
import type { EntityPageContext, EntityPageResult } from './entity_page.ts';
import { buildItemPage } from './item.ts';
import { buildNpcPage } from './npc.ts';
import { buildObjectPage } from './object.ts';
import { buildQuestPage } from './quest.ts';

/** Serves the pages of entities, which hover cards link to (contract, section 4, Tooltip). */
export function createEntityRoutes(context: Context): readonly Route[] {
  const { settings } = context;
  const base = toBasePath(settings.publicUrl);
  const see = createReader(context);
  const pageContext: EntityPageContext = {
    ask: createAsker(context),
    dropDays: async (kind, id) => (await see((snapshot) => readDropDays(snapshot, kind, id)))?.value ?? new Map(),
    base,
  };
  return TOOLTIP_TYPES.map((type) =>
    createPageRoute(context, {
      path: `/${type}/:id`,
      // An item's page depends on the parameter `realm`.
      ...(type === 'item' ? { cachePolicy: CACHE_BY_QUERY } : {}),
      content: async (call) => {
        const id = readEntityId(call.path.slice(`/${type}/`.length));
        if (!id.ok) return id;
        const content = await CONTENT_BY_TYPE[type](pageContext, id.value, call);
        if (!content.ok) return content;
        const { value } = content;
        if (!('nothing' in value)) return ok(value);
        return ok(buildNotFound({ type, id: id.value, reason: value.nothing }, { base, contact: settings.contact }));
      },
    }),
  );
}

const CONTENT_BY_TYPE: Readonly<
  Record<CardType, (pageContext: EntityPageContext, id: number, call: Call) => Promise<EntityPageResult>>
> = {
  item: async (pageContext, itemId, { query }) => {
    const realm = readRealm(query);
    return realm.ok ? buildItemPage(pageContext, itemId, realm.value) : realm;
  },
  npc: buildNpcPage,
  quest: buildQuestPage,
  object: buildObjectPage,
};

const ITEM_QUERY = v.object({ realm: text() });

/** Reads the parameter `realm` by the same rules as the tool auction_history. Returns null if it is absent. */
export function readRealm(query: string): Result<string | null, Refusal> {
  const sent = readQuery(ITEM_QUERY, query);
  if (!sent.ok) return sent;
  const { realm } = sent.value;
  if (realm === null) return ok(null);
  const read = readQueryArguments(auction_history, new URLSearchParams({ itemId: '1', realm }).toString());
  return read.ok ? ok(realm) : err(badParameter(read.argument, read.error));
}

/** Creates the page of an entity without public facts: why, what would change that, and a search form. */
function buildNotFound(
  { type, id, reason }: { readonly type: CardType; readonly id: number; readonly reason: string },
  { base, contact }: { readonly base: string; readonly contact: AppSettings['contact'] },
): PageContent & PageState {
  const title = formatLabel(type, id);
  return {
    title,
    status: 404,
    hidden: true,
    searches: true,
    main: html`<h1>${title}: nothing public yet</h1>
<p>${reason}</p>
<h2>How to help</h2>
<ul>
<li>Three players need to see it with the addon enabled and <a href="${base}/upload">upload the saved file</a>. One or two may have done so already: see <a href="${base}/coverage">which facts need one more report</a>.</li>
<li>The number may be wrong: search for the name instead.</li>
</ul>
${renderSearchForm(base)}${contact === null ? '' : html`<p class="quiet">Operator: <a href="${contact.url}">${contact.name}</a></p>\n`}`,
  };
}
