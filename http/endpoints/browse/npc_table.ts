import { rangeText } from '../../../domain/cards/words.ts';
import type { ListedNpc } from '../../../domain/tools/browse/npcs.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { rolesShown } from '../../pages/parts/roles.ts';
import { table } from '../../pages/parts/table.ts';
import { zoneLink } from '../../pages/parts/zone_link.ts';

/** Renders a table of NPCs. */
export function npcTable(caption: string, npcs: readonly ListedNpc[], base: string): unknown {
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
