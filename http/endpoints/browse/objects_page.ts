import { type ListedObject, listedObjects } from '../../../domain/tools/browse/objects.ts';
import type { Context } from '../../context.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';
import { table } from '../../pages/parts/table.ts';
import { zoneLinks } from '../../pages/parts/zone_link.ts';
import { placedPage } from './placed_page.ts';

/** Creates the page of objects: all zones with objects, and all objects by name. */
export function objectsPage(context: Context, query: string) {
  return placedPage(context, query, {
    kind: 'object',
    title: 'Chests, herbs and other objects',
    path: '/objects',
    description: 'Chests, herbs and other objects that players looted, by zone and by name.',
    noun: 'object',
    name: 'object',
    pathTo: (mapId) => `/zone/${mapId}#objects`,
    read: listedObjects,
    table: objectTable,
  });
}

function objectTable(objects: readonly ListedObject[], base: string): unknown {
  return table({
    caption: 'Objects by name',
    columns: [{ head: 'Name' }, { head: 'Zones' }],
    rows: objects.map(({ object, zones }) => [entityLink(object, base), zoneLinks(zones, base)]),
  });
}
