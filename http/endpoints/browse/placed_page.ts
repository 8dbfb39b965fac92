import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { byName } from '../../../domain/tools/browse/by_name.ts';
import { zonesWith } from '../../../domain/tools/browse/zones.ts';
import { counted } from '../../../domain/values/phrases.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { listPage } from '../../pages/list_page.ts';
import { namedList, readPlace } from '../../pages/parts/by_name.ts';
import { section } from '../../pages/parts/section.ts';
import { zoneTiles } from '../../pages/parts/zone_tiles.ts';

/** A page of NPCs or objects. `noun` and `name` are singular, such as `NPC` and `creature`. */
interface PlacedPage<Row> {
  readonly kind: 'npc' | 'object';
  readonly title: string;
  readonly path: string;
  readonly description: string;
  readonly noun: string;
  readonly name: string;
  /** Returns the path of the list of one zone. */
  readonly pathTo: (mapId: number) => string;
  readonly read: (snapshot: PublishedSnapshot, ids: readonly number[]) => Promise<readonly Row[]>;
  readonly table: (rows: readonly Row[], base: string) => unknown;
}

/** Creates a page with all zones of a kind of entity, and all entities of this kind by name. */
export async function placedPage<Row>(context: Context, query: string, page: PlacedPage<Row>) {
  const { kind, title, path, description, noun, name, pathTo, table } = page;
  const place = readPlace(query);
  if (!place.ok) return place;
  return listPage(context, {
    title,
    path,
    description,
    data: `/api/edges?from_kind=${kind}&to_kind=zone&rel=located_in&evidence=observed`,
    read: async (snapshot) => {
      const zones = await zonesWith(snapshot, kind);
      const names = await byName(snapshot, kind, place.value);
      return { zones, names, rows: await page.read(snapshot, names.ids) };
    },
    render: ({ zones, names, rows }, base) =>
      html`${section(
        'zones',
        'By zone',
        zones.length === 0
          ? html`<p>No ${name} has been reported by three players in one zone yet. Yours could be the first report.</p>\n`
          : zoneTiles(zones, { base, pathTo, describe: ({ seen }) => counted(seen, noun) }),
      )}${namedList({
        names,
        place: place.value,
        path: `${base}${path}`,
        none: `No ${name} names yet that three players agree on.`,
        table: () => table(rows, base),
      })}`,
  });
}
