import * as v from 'valibot';
import { formatRange } from '../../../domain/cards/words.ts';
import type { Zone } from '../../../domain/reads/entities/places.ts';
import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { ERRAND_ROLES, type Errand } from '../../../domain/reads/entities/zone.ts';
import { listByName } from '../../../domain/tools/browse/by_name.ts';
import { type ListedNpc, type NpcsOfZone, npcsOfZone, readListedNpcs } from '../../../domain/tools/browse/npcs.ts';
import { type ListedObject, readListedObjects } from '../../../domain/tools/browse/objects.ts';
import { knownZone, readZonesWith, sortByLevel } from '../../../domain/tools/browse/zones.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { listPage } from '../../pages/list_page.ts';
import { snapshotFooter } from '../../pages/observed.ts';
import { namedList, readPlace } from '../../pages/parts/by_name.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';
import { UNKNOWN_MARK } from '../../pages/parts/money.ts';
import { emptyList, nothingYet } from '../../pages/parts/none.ts';
import { pager } from '../../pages/parts/pager.ts';
import { rolesShown } from '../../pages/parts/roles.ts';
import { section } from '../../pages/parts/section.ts';
import { renderTable } from '../../pages/parts/table.ts';
import { noZone, zoneLink, zoneLinks, zoneName, zoneShown } from '../../pages/parts/zone_link.ts';
import {
  ERRAND_HEADINGS,
  ERRANDS_SHOWN,
  LEVEL_QUERY,
  levelField,
  type NpcChoice,
  npcsOfZonePath,
} from '../../pages/parts/zone_lists.ts';
import { zoneTiles } from '../../pages/parts/zone_tiles.ts';
import { choice, readQuery, removeEmpty, text, wholeNumber, wholeNumberOr } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

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
async function placedPage<Row>(context: Context, query: string, page: PlacedPage<Row>) {
  const { kind, title, path, description, noun, name, pathTo, table } = page;
  const place = readPlace(query);
  if (!place.ok) return place;
  return listPage(context, {
    title,
    path,
    description,
    data: `/api/edges?from_kind=${kind}&to_kind=zone&rel=located_in&evidence=observed`,
    read: async (snapshot) => {
      const zones = await sortByLevel(snapshot, await readZonesWith(snapshot, kind));
      const names = await listByName(snapshot, kind, place.value);
      return { zones, names, rows: await page.read(snapshot, names.ids) };
    },
    render: ({ zones, names, rows }, base) =>
      html`${section(
        'zones',
        'By zone',
        zones.length === 0
          ? emptyList(
              `No ${name} has been reported by three players in one zone yet. Yours could be the first report.`,
              base,
            )
          : zoneTiles(zones, { base, pathTo, describe: ({ seen }) => formatQuantity(seen, noun) }),
      )}${namedList({
        names,
        place: place.value,
        path: `${base}${path}`,
        none: `No ${name} names yet that three players agree on.`,
        table: () => table(rows, base),
      })}`,
  });
}

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
    read: readListedObjects,
    table: objectTable,
  });
}

function objectTable(objects: readonly ListedObject[], base: string): unknown {
  return renderTable({
    caption: 'Objects by name',
    columns: [{ head: 'Name' }, { head: 'Zones' }],
    rows: objects.map(({ object, zones }) => [entityLink(object, base), zoneLinks(zones, base)]),
  });
}

const TITLE = 'Creatures and people';
const NPCS_QUERY = v.object({ zone: wholeNumber() });
const ZONE_QUERY = v.object({
  who: choice(ERRANDS_SHOWN),
  name: text(),
  ...LEVEL_QUERY.entries,
  page: wholeNumberOr(1),
});

/** Creates the page of NPCs: the NPCs of one zone (`zone`), or all zones with NPCs and all NPCs by name. */
export async function npcsPage(context: Context, query: string): Promise<Result<PageContent, Refusal>> {
  const asked = readQuery(NPCS_QUERY, query);
  if (!asked.ok) return asked;
  const { zone } = asked.value;
  if (zone !== null) return npcsOfZonePage(context, query, zone);
  return placedPage(context, query, {
    kind: 'npc',
    title: TITLE,
    path: '/npcs',
    description: 'Creatures and people that players saw, by zone and by name.',
    noun: 'NPC',
    name: 'creature',
    pathTo: (mapId) => npcsOfZonePath(mapId),
    read: readListedNpcs,
    table: (npcs, base) => npcTable('Creatures and people by name', npcs, base),
  });
}

const ROWS = 100;

/** Creates the page of the NPCs seen in one zone, by level. `who`, `name` and `level` filter them. */
async function npcsOfZonePage(context: Context, query: string, mapId: number): Promise<Result<PageContent, Refusal>> {
  const asked = readQuery(ZONE_QUERY, removeEmpty(query));
  if (!asked.ok) return asked;
  const { page, ...choice } = asked.value;
  const { who, name, level } = choice;
  const seen = await createSee(context)(async (data): Promise<ZoneNpcs | null> => {
    const zone = await knownZone(data, mapId);
    if (zone === null) return null;
    const roles = who === null ? [] : ERRAND_ROLES[who];
    const filter = { roles, named: name ?? '', level, first: (page - 1) * ROWS, max: ROWS };
    return { zone, choice, page, ...(await npcsOfZone(data, mapId, filter)) };
  });
  if (seen === null) return ok(nothingYet(TITLE, npcsOfZonePath(mapId)));
  const { view, value } = seen;
  if (value === null) return err(noZone(mapId));
  const { settings } = context;
  const heading = who === null ? TITLE : ERRAND_HEADINGS[who];
  const where = zoneName(value.zone, view.game?.build ?? null);
  const main = renderZoneNpcs(value, heading, basePath(settings.publicUrl));
  return ok({
    title: `${heading} in ${where}`,
    path: npcsOfZonePath(mapId, { who }),
    description: `${heading} that players saw in ${where}.`,
    ...snapshotFooter(view, settings, main),
    main,
  });
}

interface ZoneNpcs extends NpcsOfZone {
  readonly zone: Zone;
  readonly choice: NpcChoice;
  readonly page: number;
}

function renderZoneNpcs({ zone, npcs, total, choice, page }: ZoneNpcs, heading: string, base: string): unknown {
  const option = (who: Errand | null): unknown =>
    html`<li><a href="${base}${npcsOfZonePath(zone.mapId, { ...choice, who })}"${who === choice.who ? html` aria-current="true"` : ''}>${who === null ? 'Everyone' : ERRAND_HEADINGS[who]}</a></li>`;
  const isFiltered = Object.values(choice).some((value) => value !== null);
  return html`<p class="trail"><a href="${base}/npcs">${TITLE}</a></p>
<h1>${heading} in ${zoneShown(zone)}</h1>
<p>${total === 0 ? 'NPCs' : formatQuantity(total, 'NPC')}${choice.level === null ? '' : ` near level ${choice.level}`} that players saw in ${zoneLink(zone, base)}, by level.</p>
<nav aria-label="NPCs to list"><ul class="ways">${[null, ...ERRANDS_SHOWN].map(option)}</ul></nav>
<form class="choose" method="get" action="${base}/npcs">
<input type="hidden" name="zone" value="${zone.mapId}">${choice.who === null ? '' : html`<input type="hidden" name="who" value="${choice.who}">`}
<label>Creature or person <input type="search" name="name" maxlength="${LENGTHS.knownName.max}" value="${choice.name ?? ''}"></label>
${levelField(choice.level)}<button type="submit">Find</button>
</form>
${
  npcs.length === 0
    ? html`<p>No ${page > 1 ? 'more ' : ''}NPCs${choice.name !== null ? ` with “${choice.name}” in their names` : isFiltered ? ' of this kind' : ''}${page > 1 ? '' : ' are known here yet'}.</p>\n`
    : npcTable(`${heading} in ${zoneName(zone)}`, npcs, base, true)
}${pager({ page, pages: Math.ceil(total / ROWS), pathOf: (to) => `${base}${npcsOfZonePath(zone.mapId, choice, to)}` })}`;
}

function npcTable(caption: string, npcs: readonly ListedNpc[], base: string, isOneZone = false): unknown {
  const zonesHead = isOneZone ? [] : [{ head: 'Zones' }];
  return renderTable({
    caption,
    columns: [{ head: 'Name' }, { head: 'Level', as: 'number' }, ...zonesHead, { head: 'Role or reaction' }],
    rows: npcs.map(({ id, name, levels, roles, zones, reactions }) => [
      entityLink({ kind: 'npc', id, name: name?.value ?? null, locale: name?.locale }, base),
      { shown: levels === null ? UNKNOWN_MARK : formatRange(levels.min, levels.max), value: levels?.min ?? null },
      ...(isOneZone ? [] : [zoneLinks(zones, base)]),
      roles.length > 0 ? rolesShown(roles) : reactions.join(', '),
    ]),
  });
}
