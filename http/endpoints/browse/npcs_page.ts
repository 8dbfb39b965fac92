import { rangeText } from '../../../domain/cards/words.ts';
import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import type { NamePlace } from '../../../domain/ports/knowledge.ts';
import type { Zone } from '../../../domain/reads/entities/places.ts';
import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { ERRANDS, type Errand } from '../../../domain/reads/entities/zone.ts';
import { type ByName, byName } from '../../../domain/tools/browse/by_name.ts';
import { type ListedNpc, listedNpcs, type NpcsOfZone, npcsOfZone } from '../../../domain/tools/browse/npcs.ts';
import { type CountedZone, knownZone, zonesWith } from '../../../domain/tools/browse/zones.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { observedIn } from '../../pages/observed.ts';
import { namedList, readPlace } from '../../pages/parts/by_name.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import { renderPager } from '../../pages/parts/pager.ts';
import { rolesShown } from '../../pages/parts/roles.ts';
import { section } from '../../pages/parts/section.ts';
import { table } from '../../pages/parts/table.ts';
import { isNamedByFiles, noZone, zoneLink, zoneName, zoneShown } from '../../pages/parts/zone_link.ts';
import { ERRAND_HEADINGS, ERRANDS_SHOWN, npcsOfZonePath } from '../../pages/parts/zone_lists.ts';
import { zoneTiles } from '../../pages/parts/zone_tiles.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

const PATH = '/npcs';
const TITLE = 'Creatures and people';

/** Creates the page of NPCs: the NPCs of one zone (`zone`), or all zones with NPCs and all NPCs by name. */
export async function npcsPage(context: Context, query: string): Promise<Result<PageContent, Refusal>> {
  const asked = readParams(query, (params) => params.optionalInteger('zone', 1));
  if (!asked.ok) return asked;
  if (asked.value !== null) return npcsOfZonePage(context, query, asked.value);
  const place = readPlace(query);
  if (!place.ok) return place;
  const seen = await createSee(context)((data) => npcsFrom(data, place.value));
  if (seen === null) return ok(nothingYet(TITLE, PATH));
  const { view, value } = seen;
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  const isFiled = [...value.zones, ...value.npcs.flatMap(({ zones }) => zones)].some(isNamedByFiles);
  return ok({
    title: TITLE,
    path: PATH,
    description: 'Creatures and people that players saw, by zone and by name.',
    data: '/api/edges?from_kind=npc&to_kind=zone&rel=located_in&evidence=observed',
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
    none: 'No creature names yet that three players agree on.',
    table: () => npcTable('Creatures and people by name', value.npcs, base),
  }),
)}`,
  });
}

interface NpcsView {
  readonly zones: readonly CountedZone[];
  readonly names: ByName;
  readonly npcs: readonly ListedNpc[];
}

async function npcsFrom(data: PublishedSnapshot, place: NamePlace): Promise<NpcsView> {
  const zones = await zonesWith(data, 'npc');
  const names = await byName(data, 'npc', place);
  const npcs = await listedNpcs(data, names.ids);
  return { zones, names, npcs };
}

function zoneList(zones: readonly CountedZone[], base: string): unknown {
  return zones.length === 0
    ? html`<p>No creature has been reported by three players in one zone yet. Yours could be the first report.</p>\n`
    : zoneTiles(zones, {
        base,
        pathTo: (mapId) => npcsOfZonePath(mapId),
        describe: ({ seen }) => counted(seen, 'NPC'),
      });
}

const ALL = 'Creatures and people';

/** Creates the page of the NPCs seen in one zone, listed by id, 100 per page. `who` filters NPCs by what they offer. */
async function npcsOfZonePage(context: Context, query: string, mapId: number): Promise<Result<PageContent, Refusal>> {
  const asked = readParams(query, (params) => ({
    who: params.choice('who', ERRANDS_SHOWN),
    after: params.integer('after', 0, 0),
  }));
  if (!asked.ok) return asked;
  const { who, after } = asked.value;
  const seen = await createSee(context)(async (data): Promise<ZoneNpcs | null> => {
    const zone = await knownZone(data, mapId);
    if (zone === null) return null;
    const npcs = await npcsOfZone(data, mapId, { roles: who === null ? [] : ERRANDS[who], after });
    return { zone, ...npcs };
  });
  if (seen === null) return ok(nothingYet(ALL, npcsOfZonePath(mapId)));
  const { view, value } = seen;
  if (value === null) return err(noZone(mapId));
  const { settings } = context;
  const isFiled = [value.zone, ...value.npcs.flatMap(({ zones }) => zones)].some(isNamedByFiles);
  const heading = who === null ? ALL : ERRAND_HEADINGS[who];
  const where = zoneName(value.zone, view.game?.build ?? null);
  return ok({
    title: `${heading} in ${where}`,
    path: npcsOfZonePath(mapId, who),
    description: `${heading} that players saw in ${where}.`,
    observed: observedIn(view, settings),
    gameData: isFiled && view.game !== null ? gameDataNotice(view.game) : null,
    main: shown(value, { heading, who, after, base: basePath(settings.publicUrl) }),
  });
}

interface ZoneNpcs extends NpcsOfZone {
  readonly zone: Zone;
}

interface ListChoice {
  readonly heading: string;
  readonly who: Errand | null;
  readonly after: number;
  readonly base: string;
}

function shown({ zone, npcs, next }: ZoneNpcs, { heading, who, after, base }: ListChoice): unknown {
  const choice = (to: Errand | null): unknown =>
    html`<li><a href="${base}${npcsOfZonePath(zone.mapId, to)}"${to === who ? html` aria-current="true"` : ''}>${to === null ? 'Everyone' : ERRAND_HEADINGS[to]}</a></li>`;
  return html`<p class="trail"><a href="${base}/npcs">${ALL}</a></p>
<h1>${heading} in ${zoneShown(zone)}</h1>
<p>NPCs that players saw in ${zoneLink(zone, base)}, by number.</p>
<nav aria-label="NPCs to list"><ul class="ways">${[null, ...ERRANDS_SHOWN].map(choice)}</ul></nav>
${
  npcs.length === 0
    ? html`<p>No ${after > 0 ? 'more ' : ''}NPCs${who === null ? '' : ' of this kind'}${after > 0 ? '' : ' are known here yet'}.</p>\n`
    : npcTable(`${heading} in ${zoneName(zone)}`, npcs, base)
}${renderPager({
  path: `${base}${npcsOfZonePath(zone.mapId, who)}`,
  isFirst: after === 0,
  nextWords: 'Next NPCs',
  next: next === null ? null : `${base}${npcsOfZonePath(zone.mapId, who, next)}`,
})}`;
}

function npcTable(caption: string, npcs: readonly ListedNpc[], base: string): unknown {
  return table({
    caption,
    columns: [{ head: 'Name' }, { head: 'Level', as: 'number' }, { head: 'Zones' }, { head: 'Role' }],
    rows: npcs.map(({ id, name, levels, roles, zones, reactions }) => [
      entityLink({ kind: 'npc', id, name: name?.value ?? null, locale: name?.locale }, base),
      { shown: levels === null ? UNKNOWN : rangeText(levels.min, levels.max), value: levels?.min ?? null },
      zones.length === 0 ? UNKNOWN : zones.map((zone, at) => [at > 0 ? ', ' : '', zoneLink(zone, base)]),
      roles.length > 0 ? rolesShown(roles) : reactions.join(', '),
    ]),
  });
}
