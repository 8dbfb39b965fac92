import type { CoverageKind, PendingSubject } from '../../../domain/ports/coverage.ts';
import type { CoverageList, CoveragePage, CoverageQuery, NamedZone } from '../../../domain/reads/coverage.ts';
import { zoneOf } from '../../../domain/reads/entities/zone_name.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import { COVERAGE_WORDS, coveredList } from '../../pages/parts/coverage.ts';
import { section } from '../../pages/parts/section.ts';
import { numberCell, table } from '../../pages/parts/table.ts';
import { zoneName as nameOfZone, zoneShown } from '../../pages/parts/zone_link.ts';

export const COVERAGE_PATH = '/coverage';

/** Renders the page of subjects that need more reports: counts by kind and zone, and lists. */
export function coverageMain(page: CoveragePage, query: CoverageQuery, base: string): unknown {
  return html`<h1>${titleOf(page, query)}</h1>
<p>A fact is public once three players have reported it. Only one or two have reported these: with one more report, a fact
may become public. Reported values are not shown here.</p>
${back(query, base)}${page.counts.length === 0 ? html`<p>Nothing needs more reports here.</p>\n` : kindsTable(page, query, base)}${page.zones.length === 0 ? '' : section('zones', 'Zones that need most reports', zonesTable(page.zones, query, base))}${page.lists.map((list) => listOf(list, query, base))}`;
}

/** Returns the page's title as text. */
export function titleOf({ zoneName }: CoveragePage, { kind, zone }: CoverageQuery): string {
  const what = kind === null ? 'Needs one more report' : `Needs one more report: ${COVERAGE_WORDS[kind].many}`;
  return zone === null ? what : `${what} in ${nameOfZone(zoneOf(zone, zoneName ?? undefined, null))}`;
}

/** Returns the page's path and query within the instance. */
export function coverageUrl(
  { kind = null, zone = null, after = null }: Partial<CoverageQuery>,
  path: string = COVERAGE_PATH,
): string {
  const query = new URLSearchParams();
  if (kind !== null) query.set('kind', kind);
  if (zone !== null) query.set('zone', String(zone));
  if (after !== null) query.set('after', afterText(after));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Formats a list position for a URL. */
function afterText({ missing, id }: PendingSubject): string {
  return `${missing}.${id}`;
}

function back({ kind, zone }: CoverageQuery, base: string): unknown {
  return kind === null && zone === null
    ? ''
    : html`<p>${zone === null ? '' : html`<a href="${base}${coverageUrl({ kind })}">In all zones</a> `}${
        kind === null ? '' : html`<a href="${base}${coverageUrl({ zone })}">All kinds</a> `
      }${kind !== null && zone !== null ? html`<a href="${base}${COVERAGE_PATH}">Everything</a>` : ''}</p>
`;
}

function kindsTable({ counts }: CoveragePage, { zone }: CoverageQuery, base: string): unknown {
  return table({
    caption: 'Number of subjects that need one or two more reports, by kind',
    columns: [
      { head: 'Kind' },
      { head: 'Need 1 more', as: 'number' },
      { head: 'Need 2 more', as: 'number' },
      { head: 'How to help' },
    ],
    rows: counts.map(({ kind, one, two }) => [
      html`<a href="${base}${coverageUrl({ kind, zone })}">${COVERAGE_WORDS[kind].many}</a>`,
      numberCell(one),
      numberCell(two),
      COVERAGE_WORDS[kind].seenBy,
    ]),
  });
}

function zonesTable(zones: readonly NamedZone[], { kind }: CoverageQuery, base: string): unknown {
  return table({
    caption: 'Zones with most subjects that need one or two more reports',
    columns: [{ head: 'Zone' }, { head: 'Need 1 more', as: 'number' }, { head: 'Need 2 more', as: 'number' }],
    rows: zones.map(({ zone, one, two, name }) => [
      html`<a href="${base}${coverageUrl({ kind, zone })}">${zoneShown(zoneOf(zone, name ?? undefined, null))}</a>`,
      numberCell(one),
      numberCell(two),
    ]),
  });
}

function listOf(list: CoverageList, query: CoverageQuery, base: string): unknown {
  return section(list.kind, COVERAGE_WORDS[list.kind].many, html`${subjectsOf(list, base)}${more(list, query, base)}`);
}

function subjectsOf({ kind, subjects }: CoverageList, base: string): unknown {
  return coveredList(
    subjects.map(({ id, name, missing }) => ({ kind, id, name, note: counted(missing, 'more report') })),
    base,
  );
}

function more({ kind, next }: CoverageList, { kind: alone, zone }: CoverageQuery, base: string): unknown {
  return next === null
    ? ''
    : html`<p class="cut"><a href="${base}${coverageUrl({ kind, zone, after: alone === null ? null : next })}">${
        alone === null ? moreOf(kind) : 'Next page'
      }</a></p>
`;
}

function moreOf(kind: CoverageKind): string {
  return `All: ${COVERAGE_WORDS[kind].many}`;
}
