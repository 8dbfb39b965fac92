import type { ExportReader } from '../../../domain/ports/exports.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { ok } from '../../../domain/values/result.ts';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { basePath } from '../../pages/layout.ts';
import { pageRoute } from '../../pages/page_route.ts';
import { numberCell, table } from '../../pages/parts/table.ts';
import type { Route } from '../../pipeline/route.ts';

export const EXPORT_PAGE = '/export';

type ExportPageContext = Pick<Context, 'settings' | 'styleSheet' | 'snapshots' | 'icons'> & {
  readonly exports: ExportReader;
};

/** Serves the page that lists the files of the export for people. */
export function exportPageRoute(context: ExportPageContext): Route {
  const { exports, settings } = context;
  return pageRoute(context, {
    path: EXPORT_PAGE,
    budget: 'tooltip',
    // The export changes without a new snapshot.
    cachePolicy: null,
    thread: 'answering',
    primaryOnly: { bodyBytesMax: 0 },
    content: async () => {
      const bytes = await exports.index();
      const index = bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as BulkIndex);
      const base = basePath(settings.publicUrl);
      const dataAsOfMs = index?.dataAsOf == null ? null : Date.parse(index.dataAsOf);
      return ok({
        title: 'Files',
        description: 'All public data as files, and files that game addons load.',
        path: EXPORT_PAGE,
        ...(index === null
          ? {}
          : {
              data: `${EXPORT_PAGE}/index.json`,
              dataWords: 'The list of files',
              observed: { attribution: attributionOf(settings), dataAsOfMs },
            }),
        main: html`<h1>Files</h1>
<p>All public data as files, written once a day. The licence asks for credit; <a href="${base}/terms#addons">what that means
for addons</a>.</p>
${index === null ? html`<p>Nothing was exported yet: the files are written with the first snapshot.</p>\n` : lists(index, base)}`,
      });
    },
  });
}

function lists({ files, more = [], site }: BulkIndex, base: string): unknown {
  const datasets = more.filter(({ day }) => day !== undefined);
  const newest = datasets.filter(({ name }) => !/\d/.test(name));
  const evidence = more.filter(({ dataset }) => dataset === 'evidence');
  const addons = more.filter(({ name }) => name.startsWith('addons/'));
  return html`<h2>For game addons</h2>
${addons.length === 0 ? html`<p>They are written with the next export.</p>\n` : filesTable('Files for game addons', addons, base)}<p>You can
<a href="${base}/compare">compare a table</a> of another addon with what players saw.</p>
<h2>Lists</h2>
${newest.length === 0 ? html`<p>They are written with the next export.</p>\n` : listsTable(newest, base)}${earlierDays(datasets)}
<h2>For programs</h2>
${filesTable('Files for programs, with one JSON object per line', [...files, ...evidence], base)}${
  evidence.length === 0
    ? ''
    : html`<p>With the evidence, anyone can check the counts behind the facts: <a href="${base}/verify.mjs" download>verify.mjs</a>
does so, with <code>node verify.mjs ${site}</code>. <a href="${base}/terms#evidence">What the evidence says about
players</a>.</p>\n`
}`;
}

/** Says by which addresses the lists of earlier days can be requested. */
function earlierDays(files: readonly ListedFile[]): unknown {
  const days = [...new Set(files.flatMap(({ name }) => /^lists\/([0-9-]+)-/.exec(name)?.[1] ?? []))].sort();
  const [first] = days;
  return first === undefined
    ? ''
    : html`<p>The lists of ${counted(days.length, 'earlier day')} since ${first} are still here: put the day before the name, as in
<code>${EXPORT_PAGE}/lists/${first}-names.csv</code>.</p>\n`;
}

type ListedFile = BulkIndex['files'][number] | NonNullable<BulkIndex['more']>[number];

function filesTable(caption: string, files: readonly ListedFile[], base: string): unknown {
  return table({
    caption,
    columns: [{ head: 'File' }, { head: 'Content' }, { head: 'Rows', as: 'number' }, { head: 'Size', as: 'number' }],
    rows: files.map((file) => [
      fileLink(file, file.name.replace(/^.*\//, ''), base),
      contentOf(file),
      numberCell(file.rows),
      { shown: sizeText(file.bytes), value: file.bytes },
    ]),
  });
}

/** Shows each list once, with links to its formats. */
function listsTable(files: readonly ListedFile[], base: string): unknown {
  const lists = groupBy(files, ({ dataset }) => dataset);
  const sized = (file: ListedFile | undefined) =>
    file === undefined ? '–' : { shown: fileLink(file, sizeText(file.bytes), base), value: file.bytes };
  return table({
    caption: 'Lists for spreadsheets (CSV) and for programs (NDJSON)',
    columns: [
      { head: 'List' },
      { head: 'Rows', as: 'number' },
      { head: 'CSV', as: 'number' },
      { head: 'NDJSON', as: 'number' },
    ],
    rows: [...lists.values()].map((formats) => [
      contentOf(formats[0]!),
      numberCell(formats[0]!.rows),
      ...['csv', 'ndjson'].map((format) => sized(formats.find((one) => one.format === format))),
    ]),
  });
}

function fileLink({ name }: ListedFile, text: string, base: string): unknown {
  return html`<a href="${base}${EXPORT_PAGE}/${name}" download>${text}</a>`;
}

const CONTENTS: Readonly<Record<string, string>> = {
  corpus: 'Reports of players, one by one',
  edges: 'Relations, such as what drops from where',
  drops: 'Drop rates',
  items: 'Items of the game’s files',
  questie: 'Drop rates in the shape of Questie',
  pfquest: 'Drop rates and vendors in the shape of pfQuest',
  atlasloot: 'Drop rates in the shape of AtlasLoot',
  'questie-all': 'The same for Questie, of sources that three players looted',
  'pfquest-all': 'The same for pfQuest, of sources that three players looted',
  'atlasloot-all': 'The same for AtlasLoot, of sources that three players looted',
  names: 'Names of items, creatures, objects, quests, zones and recipes',
  npcs: 'Creatures and people with levels, reactions and locations',
  objects: 'Chests, herbs and other objects with locations',
  vendors: 'Prices and limited stock of vendors',
  trainers: 'Lessons of trainers with their costs',
  quests: 'Quests with level, giver and rewards',
  recipes: 'Recipes with reagents and the skills at which they change colour',
  market: 'Auction values by day',
  evidence: 'What each player contributed to the facts, without names',
  'data-addon': 'Addon with drop rates, vendors and auction values for tooltips in the game',
};

function contentOf(file: ListedFile): string {
  const content =
    file.field === 'measuredZeros'
      ? 'Creatures and objects that held nothing'
      : (CONTENTS[file.dataset] ?? file.dataset);
  const leftOut = 'leftOut' in file ? (file.leftOut ?? 0) : 0;
  return leftOut === 0 ? content : `${content}, without ${counted(leftOut, 'rate')} that found no room`;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte');
  return bytes < 1_000_000 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
