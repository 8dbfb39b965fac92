import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import type { NamePlace } from '../../../domain/ports/knowledge.ts';
import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { type ByName, byName } from '../../../domain/tools/browse/by_name.ts';
import { type ListedNpc, listedNpcs } from '../../../domain/tools/browse/npcs.ts';
import { peopledZones, type ZoneWithNpcs } from '../../../domain/tools/browse/zones.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { observedIn } from '../../pages/observed.ts';
import { namedList, readPlace } from '../../pages/parts/by_name.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import { section } from '../../pages/parts/section.ts';
import { isNamedByFiles, zoneLink } from '../../pages/parts/zone_link.ts';
import { npcsOfZonePath } from '../../pages/parts/zone_lists.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { npcsOfZonePage, npcTable } from './npcs_of_zone_page.ts';

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

interface Shown {
  readonly zones: readonly ZoneWithNpcs[];
  readonly names: ByName;
  readonly npcs: readonly ListedNpc[];
}

async function npcsFrom(data: PublishedSnapshot, place: NamePlace): Promise<Shown> {
  const zones = await peopledZones(data);
  const names = await byName(data, 'npc', place);
  const npcs = await listedNpcs(data, names.ids);
  return { zones, names, npcs };
}

function zoneList(zones: readonly ZoneWithNpcs[], base: string): unknown {
  return zones.length === 0
    ? html`<p>No creature has been reported by three players in one zone yet. Yours could be the first report.</p>\n`
    : html`<ul class="plain columns">
${zones.map((zone) => html`<li>${zoneLink(zone, base)} <small class="quiet"><a href="${base}${npcsOfZonePath(zone.mapId)}">${counted(zone.npcs, 'NPC')}</a></small></li>\n`)}</ul>
`;
}
