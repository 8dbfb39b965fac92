import type { DescribedChange } from '../../../domain/tools/changes/change_reader.ts';
import type { ChangePart } from '../../../domain/tools/changes/change_sentence.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { allOf } from '../../../domain/values/phrases.ts';
import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import { html } from '../../pages/html.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';

/** Kinds of subject that are an aspect of an NPC, with what a tile calls one of their lines. */
const OF_NPC: Partial<Readonly<Record<ChangeSubjectKind, string>>> = { vendor: 'goods', trainer: 'lessons' };

/** Renders a tile for each entity, with the names of its facts: `name, levels and drop rates`. */
export function confirmedTiles(changes: readonly DescribedChange[], base: string): unknown {
  const groups = groupBy(changes, ({ kind, id, subject }) =>
    JSON.stringify([kind in OF_NPC ? 'npc' : kind, id ?? subject]),
  );
  return html`<ul class="tiles wide">
${[...groups.values()].map((own) => html`<li>${nameOf(own, base)}<small>${aspects(own)}${places(own, base)}</small></li>\n`)}</ul>
`;
}

function nameOf([first]: readonly DescribedChange[], base: string): unknown {
  const { kind, id, name, locale, url, subject } = first!;
  return id === null ? subject : entityLink({ kind: kind in OF_NPC ? 'npc' : kind, id, name, locale, url }, base);
}

/** Returns the names of the facts, in the order in which the log has them. Goods and lessons are only counted. */
function aspects(own: readonly DescribedChange[]): string {
  const fields = own.flatMap(({ kind, field, description }) => {
    if (kind in OF_NPC || field === PINS) return [];
    return description.headline === null ? [description.field] : [field];
  });
  const counted = (['vendor', 'trainer'] as const).flatMap((kind) => {
    const subjects = new Set(own.filter((one) => one.kind === kind).map(({ subject }) => subject));
    return subjects.size === 0 ? [] : [`${subjects.size.toLocaleString('en-GB')} ${OF_NPC[kind]}`];
  });
  return allOf([...new Set(fields), ...counted]);
}

/** The field of lines about locations. */
const PINS = 'pins';

/** Renders the maps on which locations were confirmed. The last part of such a line is the map. */
function places(own: readonly DescribedChange[], base: string): unknown {
  const zones = own.filter(({ field }) => field === PINS).map(({ description }) => description.subject.at(-1));
  if (zones.length === 0) return '';
  const before = zones.length === own.length ? 'Locations in ' : '; locations in ';
  return html`${before}${zones.map((zone, at) => html`${at === 0 ? '' : ', '}${placeLink(zone, base)}`)}`;
}

function placeLink(zone: ChangePart | undefined, base: string): unknown {
  return typeof zone === 'object' && 'kind' in zone ? entityLink(zone, base) : '';
}
