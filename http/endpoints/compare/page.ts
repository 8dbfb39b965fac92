import { formatPercent } from '../../../domain/cards/words.ts';
import type { RateComparison, RateDifference } from '../../../domain/reads/comparison/compare_rates.ts';
import { summariseComparison, TABLE_NAMES } from '../../../domain/reads/comparison/comparison_text.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { AppSettings } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import { linkEntity } from '../../pages/parts/entity_link.ts';
import { findBarEnd, formatRateHeading, renderRate } from '../../pages/parts/rate.ts';
import { renderTable } from '../../pages/parts/table.ts';

export const COMPARE_PATH = '/compare';

/** Renders the page with the form. `error` says why the last table was refused, or is null. */
export function renderComparePage({ publicUrl }: Pick<AppSettings, 'publicUrl'>, error: string | null): unknown {
  const base = toBasePath(publicUrl);
  return html`<h1>Compare drop rates</h1>
<p>Check the drop rates of an addon or of your own list against what players saw. You get the rates that differ by more than
chance explains, the surest first, with the number of looted corpses behind each.</p>
${renderForm(base, error)}<h2>What you can send</h2>
<ul>
<li><strong>Questie</strong>: <code>[item] = { [NPC] = percent }</code>, also inside a text, as Questie stores its tables.</li>
<li><strong>pfQuest</strong>: <code>pfDB["items"]["data"]</code>, with NPCs (U) and objects (O).</li>
<li><strong>AtlasLoot</strong>: <code>[NPC] = { [item] = percent }</code>.</li>
<li><strong>CSV</strong>: lines of item, NPC and percent, such as <code>2589,6,50.5</code>. If the first line names the columns
(<code>itemId</code>, <code>npcId</code>, <code>objectId</code>, <code>percent</code>), they may have any order.</li>
</ul>
<p>Lua is read as data and never run. What you send is compared and not kept. Programs send the table as
<code>text/plain</code>:</p>
${renderCode(`curl -H 'Content-Type: text/plain' --data-binary @classicItemDrops.lua \\\n  '${publicUrl}${COMPARE_PATH}?format=csv'`)}<p>Our own rates are available <a href="${base}/export">in the same shapes</a>, under
<a href="${base}/terms#addons">CC BY-SA 4.0</a>.</p>
`;
}

function renderForm(base: string, error: string | null): unknown {
  const fault = error === null ? '' : html`<p role="alert" class="fault">${error}</p>\n`;
  return html`${fault}<form class="post compare" method="post" action="${base}${COMPARE_PATH}" enctype="multipart/form-data">
<p class="field"><label for="compare-file">File</label>
<input type="file" id="compare-file" name="file" accept=".lua,.csv,.txt" aria-describedby="compare-file-hint">
<small id="compare-file-hint">At most ${LIMITS.compareBytesMax.value / 1e6} MB and
${LIMITS.compareRowsMax.value.toLocaleString('en-GB')} rates.</small></p>
<p class="field"><label for="compare-table">Or paste the table</label>
<textarea id="compare-table" name="table" rows="6" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="[2589] = { [6] = 50.5 },"></textarea></p>
<p class="field"><label for="compare-shape">Shape</label>
<select id="compare-shape" name="shape">
<option value="auto">Recognise it</option>
${Object.entries(TABLE_NAMES).map(([value, name]) => html`<option value="${value}">${name}</option>\n`)}</select></p>
<fieldset><legend>Show the result as</legend>
${FORMAT_CHOICES.map(
  ({ value, label }, at) =>
    html`<label for="compare-${value}"><input type="radio" id="compare-${value}" name="format" value="${value}"${at === 0 ? html` checked` : ''}> ${label}</label>\n`,
)}</fieldset>
<button type="submit">Compare</button>
</form>
`;
}

const FORMAT_CHOICES = [
  { value: 'page', label: 'a page' },
  { value: 'csv', label: 'CSV, for a spreadsheet' },
  { value: 'json', label: 'JSON, for programs' },
] as const;

/** Number of differences on the page. CSV and JSON have more. */
const ROWS_SHOWN_MAX = 200;

/** Renders the result of a comparison, and the form again. */
export function renderResult({ publicUrl }: Pick<AppSettings, 'publicUrl'>, comparison: RateComparison): unknown {
  const base = toBasePath(publicUrl);
  return html`<h1>Your table and what players saw</h1>
<ul class="summary">
${summariseComparison(comparison).map((sentence) => html`<li>${sentence}</li>\n`)}</ul>
${renderDifferences(comparison, base)}<h2>Compare another table</h2>
${renderForm(base, null)}`;
}

function renderDifferences({ differences, differing }: RateComparison, base: string): unknown {
  if (differences.length === 0) return html`<p>No rate differs beyond its interval.</p>\n`;
  const shown = differences.slice(0, ROWS_SHOWN_MAX);
  const rates = shown.map(({ reporters: _reporters, ...rate }) => rate);
  const end = findBarEnd(rates);
  return renderTable({
    caption: 'Rates that differ, the surest first',
    columns: [
      { head: 'Item and source' },
      { head: 'Your table', as: 'number' },
      { head: formatRateHeading(end), as: 'figure' },
      { head: 'Seen' },
    ],
    rows: shown.map((one, at) => [
      html`${linkEntity({ kind: 'item', id: one.itemId, name: one.itemName }, base)} <small class="source">from
${linkEntity({ kind: one.sourceType, id: one.sourceId, name: one.sourceName }, base)}</small>`,
      { shown: formatPercent(one.theirPercent / 100), value: one.theirPercent },
      renderRate(rates[at]!, end),
      { shown: formatSample(one), value: one.kills },
    ]),
    total: differing,
    kept: 'surest',
  });
}

/** Formats the sample behind a rate: `90 of 176 looted, 7 players`. */
function formatSample(difference: RateDifference): string {
  const { drops, kills, installs } = difference.quest ?? difference;
  return `${drops.toLocaleString('en-GB')} of ${kills.toLocaleString('en-GB')} looted, ${formatQuantity(installs, 'player')}`;
}
