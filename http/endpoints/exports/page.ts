import type { ExportReader } from '../../../domain/ports/exports.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';
import type { Context } from '../../context.ts';
import { html, markAsHtml } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { createNumberCell, renderTable } from '../../pages/parts/table.ts';
import type { Route } from '../../pipeline/route.ts';
import { buildSchemaOrgDataset, describeContent, type ListedFile } from './descriptions.ts';

export const EXPORT_PAGE = '/export';

export type ExportPageContext = Pick<Context, 'settings' | 'styleSheet' | 'snapshots' | 'icons'> & {
  readonly exports: ExportReader;
};

/** Serves the page that lists the files of the export for people. */
export function createExportPageRoute(context: ExportPageContext): Route {
  const { settings } = context;
  return createPageRoute(context, {
    path: EXPORT_PAGE,
    budget: 'tooltip',
    // The export changes without a new snapshot.
    cachePolicy: null,
    thread: 'answering',
    primaryOnly: { bodyBytesMax: 0 },
    content: async () => {
      const index = await readExportIndex(context.exports);
      const base = toBasePath(settings.publicUrl);
      const attribution = createAttribution(settings);
      return ok({
        title: 'Files',
        description: 'All public data as files, and files that game addons load.',
        path: EXPORT_PAGE,
        ...buildExportFooter(index, attribution),
        main: html`<h1>Files</h1>
<p>All public data as files, written once a day. The licence asks for credit; <a href="${base}/terms#addons">what that means
for addons</a>.</p>
${
  index === null
    ? html`<p>Nothing was exported yet: the files are written with the first snapshot.</p>\n`
    : [renderLists(index, base), renderDatasetScript(buildSchemaOrgDataset(index, { ...settings, attribution }))]
}`,
      });
    },
  });
}

/**
 * Describes the dataset to search engines. The content security policy allows no inline scripts, but a script of this
 * type is data, which browsers neither run nor block.
 */
function renderDatasetScript(dataset: object): unknown {
  const text = JSON.stringify(dataset).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">${markAsHtml(text)}</script>\n`;
}

/** Returns the index of the export, or null before the first one. */
export async function readExportIndex(exports: Pick<ExportReader, 'index'>): Promise<BulkIndex | null> {
  const bytes = await exports.index();
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as BulkIndex);
}

/** Returns the link to the index at the end of a page, and the origin of the data. Empty before the first export. */
export function buildExportFooter(index: BulkIndex | null, attribution: Attribution): Partial<PageContent> {
  if (index === null) return {};
  const dataAsOfMs = index.dataAsOf == null ? null : Date.parse(index.dataAsOf);
  const data = `${EXPORT_PAGE}/index.json`;
  return { data, dataWords: 'The list of files', observed: { attribution, dataAsOfMs } };
}

/** Renders the files that addons load. */
export function renderAddonFiles(index: BulkIndex | null, base: string): unknown {
  const addons = index?.more?.filter(({ name }) => name.startsWith('addons/')) ?? [];
  return addons.length === 0
    ? html`<p>They are written with the next export.</p>\n`
    : renderFiles('Files for game addons', addons, base);
}

function renderLists(index: BulkIndex, base: string): unknown {
  const { files, more = [], site } = index;
  const datasets = more.filter(({ day }) => day !== undefined);
  const newest = datasets.filter(({ name }) => !/\d/.test(name));
  const evidence = more.filter(({ dataset }) => dataset === 'evidence');
  return html`<h2>For game addons</h2>
${renderAddonFiles(index, base)}<p><a href="${base}/addons">For addon authors</a>: how to load them, and functions that your addon can
call. You can <a href="${base}/compare">compare a table</a> of another addon with what players saw.</p>
<h2>Lists</h2>
${newest.length === 0 ? html`<p>They are written with the next export.</p>\n` : renderFileLists(newest, base)}${describeEarlierDays(datasets)}
<p>Data tools find all files, their columns and licences in the <a href="${base}${EXPORT_PAGE}/datapackage.json">Data Package</a> and
in <a href="${base}${EXPORT_PAGE}/croissant.json">Croissant</a>.</p>
<h2>For programs</h2>
${renderFiles('Files for programs, with one JSON object per line', [...files, ...evidence], base)}${
  evidence.length === 0
    ? ''
    : html`<p>With the evidence, anyone can check the counts behind the facts: <a href="${base}/verify.mjs" download>verify.mjs</a>
does so, with <code>node verify.mjs ${site}</code>. <a href="${base}/terms#evidence">What the evidence says about
players</a>.</p>\n`
}`;
}

/** Says by which addresses the lists of earlier days can be requested. */
function describeEarlierDays(files: readonly ListedFile[]): unknown {
  const days = [...new Set(files.flatMap(({ name }) => /^lists\/([0-9-]+)-/.exec(name)?.[1] ?? []))].sort();
  const [first] = days;
  return first === undefined
    ? ''
    : html`<p>The lists of ${formatQuantity(days.length, 'earlier day')} since ${first} are still here: put the day before the name, as in
<code>${EXPORT_PAGE}/lists/${first}-names.csv</code>.</p>\n`;
}

function renderFiles(caption: string, files: readonly ListedFile[], base: string): unknown {
  return renderTable({
    caption,
    columns: [{ head: 'File' }, { head: 'Rows', as: 'number' }, { head: 'Size', as: 'number' }],
    rows: files.map((file) => [
      html`${linkFile(file, file.name.replace(/^.*\//, ''), base)} <small class="source">${describeContent(file)}</small>`,
      createNumberCell(file.rows),
      { shown: formatSize(file.bytes), value: file.bytes },
    ]),
  });
}

function renderFileLists(files: readonly ListedFile[], base: string): unknown {
  const lists = groupBy(files, ({ dataset }) => dataset);
  const sized = (file: ListedFile | undefined) =>
    file === undefined ? '–' : { shown: linkFile(file, formatSize(file.bytes), base), value: file.bytes };
  return renderTable({
    caption: 'Lists for spreadsheets (CSV), for data tools (Parquet) and for programs (NDJSON)',
    columns: [
      { head: 'List' },
      { head: 'Rows', as: 'number' },
      { head: 'CSV', as: 'number' },
      { head: 'Parquet', as: 'number' },
      { head: 'NDJSON', as: 'number' },
    ],
    rows: [...lists.values()].map((formats) => [
      describeContent(formats[0]!),
      createNumberCell(formats[0]!.rows),
      ...['csv', 'parquet', 'ndjson'].map((format) => sized(formats.find((one) => one.format === format))),
    ]),
  });
}

function linkFile({ name }: ListedFile, text: string, base: string): unknown {
  return html`<a href="${base}${EXPORT_PAGE}/${name}" download>${text}</a>`;
}

function formatSize(bytes: number): string {
  if (bytes < 1_000) return formatQuantity(bytes, 'byte');
  return bytes < 1_000_000 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
