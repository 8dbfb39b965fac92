import { formatQuantity } from '../../../domain/values/phrases.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';
import { listTableFields, type TableField } from '../../../schema/table_fields.ts';
import { CSV_TYPE } from '../../pipeline/csv_answer.ts';
import CROISSANT from './croissant.json' with { type: 'json' };

/**
 * Descriptions of the export that data tools and search engines read (contract, section 4, Bulk). They are made
 * from the index, so they name the same files, and none of another export.
 */

/** The instance that serves the export. */
export interface DescribedService {
  readonly serviceName: string;
  readonly attribution: Attribution;
}

/** Returns the files of datasets, without those for game addons and lists of earlier days. */
function listDescribedFiles({ files, more = [] }: BulkIndex): readonly ListedFile[] {
  return [...files, ...more].filter(({ name }) => !/^addons\/|^lists\/\d/.test(name));
}

/** Returns the columns of a file. Empty for NDJSON, whose rows are nested, and for rows that are no table. */
function listColumns({ rowsOf, field, format }: ListedFile): readonly TableField[] {
  return format === 'ndjson' ? [] : listTableFields(rowsOf, field);
}

/** Returns the Data Package (version 2.0), whose paths are relative to it. */
export function buildPackage(index: BulkIndex, service: DescribedService): object {
  const { licence, licenceUrl, credit, terms } = service.attribution;
  const own = { name: licence.replaceAll(' ', '-'), title: licence, path: licenceUrl };
  const { name: title, description, url } = buildSchemaOrgDataset(index, service);
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'third-witness',
    title,
    description,
    homepage: url,
    version: index.snapshot,
    created: index.generatedAt,
    dataAsOf: index.dataAsOf,
    licenses: [own],
    contributors: [{ title: credit, path: index.site, roles: ['creator'] }],
    resources: listDescribedFiles(index).map((file) => {
      const { name, format, bytes, data, gameData } = file;
      const fields = listColumns(file).map(({ type, entry: _, ...column }) => {
        return { ...column, type: type === 'list' ? 'array' : type };
      });
      // Rows of the game's files belong to its publisher, and are not under our licence.
      const theirs = { title: gameData?.credit ?? '', path: terms };
      return {
        name: name.replace(/^.*\//, ''),
        title: describeContent(file),
        path: name,
        format,
        mediatype: stripParameters(format),
        bytes,
        hash: `sha256:${file.sha256}`,
        ...(format !== 'parquet' && { encoding: 'utf-8' }),
        ...(format === 'csv' && { dialect: { delimiter: ',' } }),
        ...(data !== 'observed' && { licenses: data === 'mixed' ? [own, theirs] : [theirs] }),
        ...(fields.length > 0 && { type: 'table', schema: { fields } }),
      };
    }),
  };
}

function stripParameters(format: string): string {
  return findMediaType(format).replace(/;.*$/, '');
}

/** Returns the dataset in the words of schema.org. `fileType` is the type of its files. */
export function buildSchemaOrgDataset(index: BulkIndex, service: DescribedService, fileType = 'DataDownload') {
  const { serviceName, attribution } = service;
  const publisher = { '@type': 'Organization', name: serviceName, url: attribution.source };
  const url = `${index.site}export`;
  return {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name: `Public data of ${serviceName}`,
    description: `Names, locations, prices, drop rates and other facts of a game that at least three players of ${serviceName} reported, written once a day.`,
    url,
    license: attribution.licenceUrl,
    creditText: attribution.credit,
    creator: publisher,
    publisher,
    version: index.snapshot,
    datePublished: index.generatedAt,
    dateModified: index.dataAsOf ?? index.generatedAt,
    isAccessibleForFree: true,
    distribution: listDescribedFiles(index).map((file) => ({
      '@type': fileType,
      ...(fileType !== 'DataDownload' && { '@id': file.name }),
      name: file.name,
      description: describeContent(file),
      contentUrl: `${url}/${file.name}`,
      contentSize: `${file.bytes} B`,
      encodingFormat: stripParameters(file.format),
      sha256: file.sha256,
      ...(file.data !== 'observed' && { license: attribution.terms, creditText: file.gameData?.credit }),
    })),
  };
}

/**
 * Returns the dataset as Croissant 1.0. Its record sets are the Parquet files, without columns that are lists, because
 * Croissant has no type for a list of objects.
 */
export function buildCroissant(index: BulkIndex, service: DescribedService): object {
  const dataset = buildSchemaOrgDataset(index, service, 'cr:FileObject');
  const tables = listDescribedFiles(index).filter(({ format }) => format === 'parquet');
  return {
    ...dataset,
    '@context': CROISSANT.context,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    citeAs: `${dataset.creditText}, ${dataset.url}, ${index.generatedAt}`,
    isLiveDataset: true,
    recordSet: tables.map((file) => {
      const set = file.name.replace(/^lists\/|\.parquet$/g, '');
      const field = listColumns(file).flatMap(({ name, type, description }) => {
        if (type === 'list') return [];
        const source = { fileObject: { '@id': file.name }, extract: { column: name } };
        return [
          { '@type': 'cr:Field', '@id': `${set}/${name}`, name, description, dataType: CROISSANT.types[type], source },
        ];
      });
      return { '@type': 'cr:RecordSet', '@id': set, name: set, description: describeContent(file), field };
    }),
  };
}

/** A file that the index of the export lists. */
export type ListedFile = BulkIndex['files'][number] | NonNullable<BulkIndex['more']>[number];

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  lua: 'text/x-lua; charset=utf-8',
  zip: 'application/zip',
  csv: CSV_TYPE,
  parquet: 'application/vnd.apache.parquet',
  exe: 'application/vnd.microsoft.portable-executable',
  txt: 'text/plain; charset=utf-8',
};
/** Returns the media type of a format. */
export function findMediaType(format: string): string {
  return MEDIA_TYPES[format] ?? 'application/x-ndjson';
}

const FILE_DESCRIPTIONS: Readonly<Record<string, string>> = {
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
  gathering: 'What fishing, skinning and other gathering yields',
  recipes: 'Recipes with reagents and the skills at which they change colour',
  market: 'Auction values by day',
  evidence: 'What each player contributed to the facts, without names',
  'drop-table': 'Drop rates with counts, players, intervals and days',
  'data-addon': 'Addon with all of that, vendors and auction values, for tooltips and other addons',
};

/** Says what a file has, in the words of the page. */
export function describeContent(file: ListedFile): string {
  const content =
    file.field === 'measuredZeros'
      ? 'Creatures and objects that held nothing'
      : (FILE_DESCRIPTIONS[file.dataset] ?? file.dataset);
  const leftOut = 'leftOut' in file ? (file.leftOut ?? 0) : 0;
  return leftOut === 0 ? content : `${content}, without ${formatQuantity(leftOut, 'rate')} that found no room`;
}
