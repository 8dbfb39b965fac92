import { shareReads } from '../../../domain/reads/entities/read_once.ts';
import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { readNewest } from '../../../domain/reads/list.ts';
import { readFromSnapshot } from '../../../domain/reads/served_build.ts';
import {
  type FeedEntry,
  readEntityEntries,
  readRealmEntries,
  readRecentEntries,
  readZoneEntries,
} from '../../../domain/tools/changes/feeds.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { decodePathPart } from '../../pages/decoded.ts';
import { FEED_PATHS } from '../../pages/feeds.ts';
import { formatSiteName } from '../../pages/layout.ts';
import { formatLabel } from '../../pages/parts/entity_link.ts';
import { formatZoneName, refuseZone } from '../../pages/parts/zone_link.ts';
import { encodeUtf8 } from '../../pipeline/body.ts';
import { createLicenceFields } from '../../pipeline/headers.ts';
import { readEntityId } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { PUBLIC_MINUTE, type Route } from '../../pipeline/route.ts';
import { parseRealmName } from '../market/route.ts';
import { toRealmPath } from '../market_pages/query.ts';
import { ATOM_TYPE, formatAtomFeed } from './atom.ts';

/** Serves Atom feeds of recent changes, zones, entities and realms' markets (contract, section 4, Feeds). */
export function createFeedRoutes(context: Context): readonly Route[] {
  return [
    createFeedRoute(context, FEED_PATHS.recent, async (snapshot) => {
      const entries = await readRecentEntries(snapshot);
      return ok({ title: 'Recent changes', path: FEED_PATHS.recent, page: '/recent', entries });
    }),
    createFeedRoute(context, '/feeds/zone/:zone', async (snapshot, name) => {
      const mapId = readEntityId(name, 'zone');
      if (!mapId.ok) return mapId;
      const feed = await readZoneEntries(snapshot, mapId.value);
      if (feed === null) return err(refuseZone(mapId.value));
      const build = snapshot.view.game?.build ?? null;
      return ok({
        title: `New in ${formatZoneName(feed.about, build)}`,
        path: FEED_PATHS.entity('zone', mapId.value),
        page: `/zone/${mapId.value}`,
        entries: feed.entries,
      });
    }),
    ...TOOLTIP_TYPES.map((kind) =>
      createFeedRoute(context, `/feeds/${kind}/:${kind}`, async (snapshot, name) => {
        const id = readEntityId(name, kind);
        if (!id.ok) return id;
        const feed = await readEntityEntries(snapshot, kind, id.value);
        if (feed === null) {
          return err({ kind: 'not-found', error: `No public data for ${kind} ${id.value} yet.` });
        }
        return ok({
          title: `Changes to ${feed.about.name ?? formatLabel(kind, id.value)}`,
          path: FEED_PATHS.entity(kind, id.value),
          page: `/${kind}/${id.value}`,
          entries: feed.entries,
        });
      }),
    ),
    createFeedRoute(context, '/feeds/realm/:realm', async (snapshot, name) => {
      const realm = parseRealmName(decodePathPart(name));
      if (!realm.ok) return realm;
      const feed = await readRealmEntries(snapshot, realm.value);
      if (feed === null) {
        return err({ kind: 'not-found', error: `No price on a realm called ${quote(realm.value)} is public yet.` });
      }
      const { about, entries } = feed;
      return ok({
        title: `Auction prices on ${about}`,
        path: FEED_PATHS.realm(about),
        page: toRealmPath(about),
        entries,
      });
    }),
  ];
}

const FEED_SUFFIX = '.atom';

interface FoundFeed {
  readonly title: string;
  readonly path: string;
  readonly page: string;
  readonly entries: readonly FeedEntry[];
}

/** Creates the route of a feed. `read` gets the last part of the path without its ending. */
function createFeedRoute(
  { settings, snapshots }: Context,
  path: string,
  read: (snapshot: PublishedSnapshot, name: string) => Promise<Result<FoundFeed, Refusal>>,
): Route {
  const attribution = createAttribution(settings);
  const fields = createLicenceFields(attribution)(null);
  const { publicUrl, serviceName } = settings;
  return {
    path,
    method: 'GET',
    budget: 'feeds',
    cacheHeaders: PUBLIC_MINUTE,
    cachePolicy: { while: 'snapshot', by: 'path' },
    refusals: 'apiError',
    answer: async (call) => {
      const file = call.path.slice(call.path.lastIndexOf('/') + 1);
      if (!file.endsWith(FEED_SUFFIX)) {
        return err({ kind: 'not-found', error: `The name of a feed ends with ${FEED_SUFFIX}; it is ${quote(file)}.` });
      }
      const newest = await readNewest(snapshots);
      const { snapshot, value } = await readFromSnapshot(snapshots, newest, (one) =>
        read(shareReads(one, settings), file.slice(0, -FEED_SUFFIX.length)),
      );
      if (!value.ok) return value;
      const { title, ...feed } = value.value;
      const { writtenAtMs } = snapshot.view.row;
      const text = formatAtomFeed({
        ...feed,
        title: `${title} – ${formatSiteName(settings)}`,
        writtenAtMs,
        publicUrl,
        serviceName,
        attribution,
      });
      return ok({ status: 200, mediaType: ATOM_TYPE, body: encodeUtf8(text), fields });
    },
  };
}
