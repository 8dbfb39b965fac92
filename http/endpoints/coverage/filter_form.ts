import { html } from '../../pages/html.ts';
import { COVERAGE_PATH, type CoverageAsked, coverageUrl } from './query.ts';

/** Renders the form for level and need, and links to wider lists. */
export function filterForm({ kind, zone, level, need }: CoverageAsked, base: string): unknown {
  const option = (value: string, name: string) =>
    html`<option value="${value}"${value === String(need ?? '') ? html` selected` : ''}>${name}</option>`;
  return html`<form class="choose" action="${base}${COVERAGE_PATH}">
${kind === null ? '' : html`<input type="hidden" name="kind" value="${kind}">\n`}${zone === null ? '' : html`<input type="hidden" name="zone" value="${zone}">\n`}${
  kind === null
    ? html`<label>Your level <input name="level" type="number" min="1" max="100" inputmode="numeric" value="${level ?? ''}"></label>
`
    : ''
}<label>Needs <select name="need">${option('', 'one or two more')}${option('1', 'one more report')}${option('2', 'two more reports')}</select></label>
<button>Show</button>
${zone === null && kind === null ? '' : html`<a href="${base}${coverageUrl({ level, need })}">All zones</a>\n`}${zone !== null && kind !== null ? html`<a href="${base}${coverageUrl({ zone, level, need })}">Everything in this zone</a>\n` : ''}</form>
`;
}
