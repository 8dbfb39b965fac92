import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import type { NamePlace } from '../../../domain/ports/knowledge.ts';
import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { type ByName, byName } from '../../../domain/tools/browse/by_name.ts';
import { type ListedObject, listedObjects } from '../../../domain/tools/browse/objects.ts';
import { type CountedZone, zonesWith } from '../../../domain/tools/browse/zones.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { observedIn } from '../../pages/observed.ts';
import { namedList, readPlace } from '../../pages/parts/by_name.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import { section } from '../../pages/parts/section.ts';
import { table } from '../../pages/parts/table.ts';
import { isNamedByFiles, zoneLink } from '../../pages/parts/zone_link.ts';
import { zoneTiles } from '../../pages/parts/zone_tiles.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

const PATH = '/objects';
const TITLE = 'Chests, herbs and other objects';

/** Creates the page of objects: all zones with objects, and all objects by name. */
export async function objectsPage(context: Context, query: string): Promise<Result<PageContent, Refusal>> {
  const place = readPlace(query);
  if (!place.ok) return place;
  const seen = await createSee(context)((data) => objectsFrom(data, place.value));
  if (seen === null) return ok(nothingYet(TITLE, PATH));
  const { view, value } = seen;
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  const isFiled = [...value.zones, ...value.objects.flatMap(({ zones }) => zones)].some(isNamedByFiles);
  return ok({
    title: TITLE,
    path: PATH,
    description: 'Chests, herbs and other objects that players looted, by zone and by name.',
    data: '/api/edges?from_kind=object&to_kind=zone&rel=located_in&evidence=observed',
    observed: observedIn(view, settings),
    gameData: isFiled && view.game !== null ? gameDataNotice(view.game) : null,
    main: html`<h1>${TITLE}</h1>
${section('zones', 'By zone', zoneList(value.zones, base))}${section(
  'names',
  'By name',
  namedList({
    names: value.names,
    place: place.value,
    path: `${base}${PATH}`,
    none: 'No object names yet that three players agree on.',
    table: () => objectTable(value.objects, base),
  }),
)}`,
  });
}

interface ObjectsView {
  readonly zones: readonly CountedZone[];
  readonly names: ByName;
  readonly objects: readonly ListedObject[];
}

async function objectsFrom(data: PublishedSnapshot, place: NamePlace): Promise<ObjectsView> {
  const zones = await zonesWith(data, 'object');
  const names = await byName(data, 'object', place);
  const objects = await listedObjects(data, names.ids);
  return { zones, names, objects };
}

function zoneList(zones: readonly CountedZone[], base: string): unknown {
  return zones.length === 0
    ? html`<p>No object has been reported by three players in one zone yet. Yours could be the first report.</p>\n`
    : zoneTiles(zones, {
        base,
        pathTo: (mapId) => `/zone/${mapId}#objects`,
        describe: ({ seen }) => counted(seen, 'object'),
      });
}

function objectTable(objects: readonly ListedObject[], base: string): unknown {
  return table({
    caption: 'Objects by name',
    columns: [{ head: 'Name' }, { head: 'Zones' }],
    rows: objects.map(({ object, zones }) => [
      entityLink(object, base),
      zones.length === 0 ? UNKNOWN : zones.map((zone, at) => [at > 0 ? ', ' : '', zoneLink(zone, base)]),
    ]),
  });
}
