import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { FIRST_NAME_PLACE, listByName } from '../../../domain/tools/browse/by_name.ts';
import { readDoorway } from '../../../domain/tools/service/doorway.ts';
import { mapInOrder } from '../../../domain/values/map_in_order.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { toBasePath } from '../../pages/layout.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { encodeUtf8, HTML_TYPE } from '../../pipeline/body.ts';
import { type ApiSurface, NO_STORE, type Route } from '../../pipeline/route.ts';
import { DOCS_PATH, GROUPS, type ReferenceGroup, TRY_PATH } from './groups.ts';
import type { TryAddress } from './overview.ts';
import type { Values } from './requests.ts';

/** Serves the API reference: pages generated from the OpenAPI document, and the path that their forms submit to. */
export function createReferenceRoutes(context: Context, surface: ApiSurface): readonly Route[] {
  const see = createSee(context);
  const pageOf = (path: string, group: ReferenceGroup | null): Route =>
    createPageRoute(context, {
      path,
      budget: null,
      thread: 'answering',
      content: async () => {
        const known = await catchFault(see(readExampleValues));
        const values = known instanceof StorageFault ? {} : (known?.value ?? {});
        const page = await (await loadPages()).createReferencePage(group, surface, context.settings, values);
        return ok({ ...page, uncacheable: known === null || known instanceof StorageFault });
      },
    });
  return [pageOf(DOCS_PATH, null), ...GROUPS.map((group) => pageOf(group.path, group)), tryRoute(context, surface)];
}

/** Returns example values of parameters that this snapshot has something about. */
async function readExampleValues(snapshot: PublishedSnapshot): Promise<Values> {
  const { drops, professions, zones } = await readDoorway(snapshot);
  const [npc, quest, object] = await mapInOrder(['npc', 'quest', 'object'] as const, async (kind) => {
    const { ids } = await listByName(snapshot, kind, FIRST_NAME_PLACE);
    return ids[0];
  });
  const [realm] = await snapshot.market.realms();
  const item = drops[0]?.item;
  const known = {
    itemId: item?.id,
    from_id: item?.id,
    query: item?.name,
    npcId: npc,
    questId: quest,
    objectId: object,
    mapId: zones[0]?.zone.mapId,
    realm: realm?.name,
    profession: professions[0]?.name,
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value == null ? [] : [[name, `${value}`]])),
  );
}

/** Loads the page code on the first request, so that the instance starts faster. */
function loadPages() {
  return import('./overview.ts');
}

/** Redirects a submitted form of the reference to the request that its fields describe. */
function tryRoute({ settings }: Context, surface: ApiSurface): Route {
  let addresses: Promise<ReadonlyMap<string, TryAddress>> | null = null;
  return {
    path: `${TRY_PATH}/:operation`,
    method: 'GET',
    budget: null,
    cacheHeaders: NO_STORE,
    thread: 'answering',
    refusals: 'page',
    answer: async ({ path, query }) => {
      addresses ??= loadPages().then(({ tryAddresses }) => tryAddresses(surface));
      const id = path.slice(TRY_PATH.length + 1);
      const address = (await addresses).get(id);
      if (address === undefined) {
        return err({ kind: 'not-found', error: `The API has no operation ${quoted(id)}; ${DOCS_PATH} lists them.` });
      }
      // Redirect to a path and not a URL, because the page may have been opened under another name of this host.
      const location = `${toBasePath(settings.publicUrl)}${address(Object.fromEntries(new URLSearchParams(query)))}`;
      return ok({ status: 303, mediaType: HTML_TYPE, body: encodeUtf8(''), fields: { Location: location } });
    },
  };
}
