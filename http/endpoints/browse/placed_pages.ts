import * as v from 'valibot';
import { formatRange } from '../../../domain/cards/words.ts';
import type { Zone } from '../../../domain/reads/entities/places.ts';
import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { type Errand, ROLES_BY_ERRAND } from '../../../domain/reads/entities/zone.ts';
import { readNamesPage } from '../../../domain/tools/browse/by_name.ts';
import { type ListedNpc, readListedNpcs, readZoneNpcs, type ZoneNpcsPage } from '../../../domain/tools/browse/npcs.ts';
import { type ListedObject, readListedObjects } from '../../../domain/tools/browse/objects.ts';
import { readKnownZone, readZonesOfKind, sortZonesByLevel } from '../../../domain/tools/browse/zones.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import type { Context } from '../../context.ts';
import { createReader } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { listPage } from '../../pages/list_page.ts';
import { createSnapshotFooter } from '../../pages/observed.ts';
import { readNamePosition, renderNamedList } from '../../pages/parts/by_name.ts';
import { linkEntity } from '../../pages/parts/entity_link.ts';
import { UNKNOWN_MARK } from '../../pages/parts/money.ts';
import { buildEmptyPage, renderEmptyList } from '../../pages/parts/none.ts';
import { renderPageLinks } from '../../pages/parts/pager.ts';
import { showRoles } from '../../pages/parts/roles.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { renderTable } from '../../pages/parts/table.ts';
import { formatZoneName, linkZone, linkZones, refuseZone, showZone } from '../../pages/parts/zone_link.ts';
import {
  ERRAND_HEADINGS,
  LEVEL_QUERY,
  type NpcChoice,
  renderLevelField,
  SHOWN_ERRANDS,
  toNpcsPath,
} from '../../pages/parts/zone_lists.ts';
import { renderZones } from '../../pages/parts/zone_tiles.ts';
import { choice, omitEmptyValues, readQuery, text, wholeNumber, wholeNumberOr } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

/** A page of NPCs or objects. `noun` and `name` are singular, such as `NPC` and `creature`. */
interface ZoneListPage<Row> {
  readonly kind: 'npc' | 'object';
  readonly title: string;
  readonly path: string;
  readonly description: string;
  readonly noun: string;
  readonly name: string;
  readonly pathTo: (mapId: number) => string;
  readonly read: (snapshot: PublishedSnapshot, ids: readonly number[]) => Promise<readonly Row[]>;
  readonly table: (rows: readonly Row[], base: string) => unknown;
}

/** Creates a page with all zones of a kind of entity, and all entities of this kind by name. */
async function createZoneListPage<Row>(context: Context, query: string, page: ZoneListPage<Row>) {
  const { kind, title, path, description, noun, name, pathTo, table } = page;
  const place = readNamePosition(query);
  if (!place.ok) return place;
  return listPage(context, {
    title,
    path,
    description,
    data: `/api/edges?from_kind=${kind}&to_kind=zone&rel=located_in&evidence=observed`,
    read: async (snapshot) => {
      const zones = await sortZonesByLevel(snapshot, await readZonesOfKind(snapshot, kind));
      const names = await readNamesPage(snapshot, kind, place.value);
      return { zones, names, rows: await page.read(snapshot, names.ids) };
    },
    render: ({ zones, names, rows }, base) =>
      html`${renderSection(
        'zones',
        'By zone',
        zones.length === 0
          ? renderEmptyList(
              `No ${name} has been reported by three players in one zone yet. Yours could be the first report.`,
              base,
            )
          : renderZones(zones, { base, pathTo, describe: ({ seen }) => formatQuantity(seen, noun) }),
      )}${renderNamedList({
        names,
        place: place.value,
        path: `${base}${path}`,
        none: `No ${name} names yet that three players agree on.`,
        table: () => table(rows, base),
      })}`,
  });
}

/** Creates the page of objects: all zones with objects, and all objects by name. */
export function createObjectsPage(context: Context, query: string) {
  return createZoneListPage(context, query, {
    kind: 'object',
    title: 'Chests, herbs and other objects',
    path: '/objects',
    description: 'Chests, herbs and other objects that players looted, by zone and by name.',
    noun: 'object',
    name: 'object',
    pathTo: (mapId) => `/zone/${mapId}#objects`,
    read: readListedObjects,
    table: renderObjects,
  });
}

function renderObjects(objects: readonly ListedObject[], base: string): unknown {
  return renderTable({
    caption: 'Objects by name',
    columns: [{ head: 'Name' }, { head: 'Zones' }],
    rows: objects.map(({ object, zones }) => [linkEntity(object, base), linkZones(zones, base)]),
  });
}

const NPCS_TITLE = 'Creatures and people';
const NPCS_QUERY = v.object({ zone: wholeNumber() });
const ZONE_QUERY = v.object({
  who: choice(SHOWN_ERRANDS),
  name: text(),
  ...LEVEL_QUERY.entries,
  page: wholeNumberOr(1),
});

/** Creates the page of NPCs: the NPCs of one zone (`zone`), or all zones with NPCs and all NPCs by name. */
export async function createNpcsPage(context: Context, query: string): Promise<Result<PageContent, Refusal>> {
  const asked = readQuery(NPCS_QUERY, query);
  if (!asked.ok) return asked;
  const { zone } = asked.value;
  if (zone !== null) return buildZoneNpcs(context, query, zone);
  return createZoneListPage(context, query, {
    kind: 'npc',
    title: NPCS_TITLE,
    path: '/npcs',
    description: 'Creatures and people that players saw, by zone and by name.',
    noun: 'NPC',
    name: 'creature',
    pathTo: (mapId) => toNpcsPath(mapId),
    read: readListedNpcs,
    table: (npcs, base) => renderNpcs('Creatures and people by name', npcs, base),
  });
}

const PAGE_ROWS = 100;

/** Creates the page of the NPCs seen in one zone, by level. `who`, `name` and `level` filter them. */
async function buildZoneNpcs(context: Context, query: string, mapId: number): Promise<Result<PageContent, Refusal>> {
  const asked = readQuery(ZONE_QUERY, omitEmptyValues(query));
  if (!asked.ok) return asked;
  const { page, ...choice } = asked.value;
  const { who, name, level } = choice;
  const seen = await createReader(context)(async (data): Promise<ZoneNpcs | null> => {
    const zone = await readKnownZone(data, mapId);
    if (zone === null) return null;
    const roles = who === null ? [] : ROLES_BY_ERRAND[who];
    const filter = { roles, named: name ?? '', level, first: (page - 1) * PAGE_ROWS, max: PAGE_ROWS };
    return { zone, choice, page, ...(await readZoneNpcs(data, mapId, filter)) };
  });
  if (seen === null) return ok(buildEmptyPage(NPCS_TITLE, toNpcsPath(mapId)));
  const { view, value } = seen;
  if (value === null) return err(refuseZone(mapId));
  const { settings } = context;
  const heading = who === null ? NPCS_TITLE : ERRAND_HEADINGS[who];
  const where = formatZoneName(value.zone, view.game?.build ?? null);
  const main = renderZoneNpcs(value, heading, toBasePath(settings.publicUrl));
  return ok({
    title: `${heading} in ${where}`,
    path: toNpcsPath(mapId, { who }),
    description: `${heading} that players saw in ${where}.`,
    ...createSnapshotFooter(view, settings, main),
    main,
  });
}

interface ZoneNpcs extends ZoneNpcsPage {
  readonly zone: Zone;
  readonly choice: NpcChoice;
  readonly page: number;
}

function renderZoneNpcs({ zone, npcs, total, choice, page }: ZoneNpcs, heading: string, base: string): unknown {
  const option = (who: Errand | null): unknown =>
    html`<li><a href="${base}${toNpcsPath(zone.mapId, { ...choice, who })}"${who === choice.who ? html` aria-current="true"` : ''}>${who === null ? 'Everyone' : ERRAND_HEADINGS[who]}</a></li>`;
  const isFiltered = Object.values(choice).some((value) => value !== null);
  return html`<p class="trail"><a href="${base}/npcs">${NPCS_TITLE}</a></p>
<h1>${heading} in ${showZone(zone)}</h1>
<p>${total === 0 ? 'NPCs' : formatQuantity(total, 'NPC')}${choice.level === null ? '' : ` near level ${choice.level}`} that players saw in ${linkZone(zone, base)}, by level.</p>
<nav aria-label="NPCs to list"><ul class="ways">${[null, ...SHOWN_ERRANDS].map(option)}</ul></nav>
<form class="choose" method="get" action="${base}/npcs">
<input type="hidden" name="zone" value="${zone.mapId}">${choice.who === null ? '' : html`<input type="hidden" name="who" value="${choice.who}">`}
<label>Creature or person <input type="search" name="name" maxlength="${LENGTHS.knownName.max}" value="${choice.name ?? ''}"></label>
${renderLevelField(choice.level)}<button type="submit">Find</button>
</form>
${
  npcs.length === 0
    ? html`<p>No ${page > 1 ? 'more ' : ''}NPCs${choice.name !== null ? ` with “${choice.name}” in their names` : isFiltered ? ' of this kind' : ''}${page > 1 ? '' : ' are known here yet'}.</p>\n`
    : renderNpcs(`${heading} in ${formatZoneName(zone)}`, npcs, base, true)
}${renderPageLinks({ page, pages: Math.ceil(total / PAGE_ROWS), pathOf: (to) => `${base}${toNpcsPath(zone.mapId, choice, to)}` })}`;
}

function renderNpcs(caption: string, npcs: readonly ListedNpc[], base: string, isOneZone = false): unknown {
  const zonesHead = isOneZone ? [] : [{ head: 'Zones' }];
  return renderTable({
    caption,
    isSearched: isOneZone,
    columns: [{ head: 'Name' }, { head: 'Level', as: 'number' }, ...zonesHead, { head: 'Role or reaction' }],
    rows: npcs.map(({ id, name, levels, roles, zones, reactions }) => [
      linkEntity({ kind: 'npc', id, name: name?.value ?? null, locale: name?.locale }, base),
      { shown: levels === null ? UNKNOWN_MARK : formatRange(levels.min, levels.max), value: levels?.min ?? null },
      ...(isOneZone ? [] : [linkZones(zones, base)]),
      roles.length > 0 ? showRoles(roles) : reactions.join(', '),
    ]),
  });
}
