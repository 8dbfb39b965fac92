import { LIMITS } from '../../../schema/limits.ts';
import { PROTOCOL_VERSION } from '../../../schema/protocol.ts';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';
import { describeFile, RANGE_HEADERS, RANGE_REFUSAL } from '../../openapi/parts.ts';
import type { InstanceSetup, ListOperations, Operation, ServedResponse } from '../../pipeline/route_docs.ts';
import { buildSchemaRef, EXAMPLE_TIMES, pathParam, UNREACHABLE_SENTENCE } from '../../pipeline/route_docs.ts';
import { buildCroissant, buildPackage } from './descriptions.ts';

function buildIndex({ attribution }: InstanceSetup): BulkIndex {
  return {
    protocol: PROTOCOL_VERSION,
    generatedAt: EXAMPLE_TIMES.written,
    dataAsOf: EXAMPLE_TIMES.data,
    build: null,
    site: attribution.source,
    licence: attribution.licence,
    licenceUrl: attribution.licenceUrl,
    credit: attribution.credit,
    files: [
      {
        name: 'edges.ndjson',
        dataset: 'edges',
        format: 'ndjson',
        rowsOf: 'edgesResponse',
        field: 'edges',
        rows: 1,
        bytes: 196,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        data: 'observed',
        attribution,
        gameData: null,
      },
    ],
    more: [
      {
        name: 'addons/questie.lua',
        dataset: 'questie',
        format: 'lua',
        rowsOf: 'dropsResponse',
        field: 'rates',
        rows: 1,
        bytes: EXAMPLE_LUA.length,
        sha256: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
        data: 'observed',
        attribution,
        gameData: null,
      },
    ],
  };
}

const EXAMPLE_LINE =
  '{"fromKind":"item","fromId":25,"rel":"dropped_by","toKind":"npc","toId":6,"evidence":"observed","build":null,"installs":3,"firstSeen":"2026-11-01","lastSeen":"2026-11-20"}\n';

const EXAMPLE_LUA = '-- Credit: Data: Third Witness contributors\nreturn {\n[2589] = {\n[6] = 51.2,\n},\n}\n';

const EXAMPLE_CSV = '\uFEFFkind,id,name,locale,installs\r\nitem,2589,Linen Cloth,,41\r\n';

const DESCRIPTIONS = [
  ['datapackage.json', 'getDataPackage', 'The export as a Data Package', 'resources', 'application/json', buildPackage],
  ['croissant.json', 'getCroissant', 'The export as Croissant', 'distribution', 'application/ld+json', buildCroissant],
] as const;

/** Documents the endpoint (contract, section 4, Bulk). */
export const listOperations: ListOperations = (setup) => [
  {
    path: '/export/index.json',
    operationId: 'getExportIndex',
    tag: 'Files',
    summary: 'Files of the export',
    description:
      'All public data as files, written with the first snapshot and then at most once a day, with their rows, sizes, digests and licences. An index never names files of another export.',
    served: [
      {
        description: 'The index.',
        schema: buildSchemaRef('bulkIndex'),
        examples: { index: { summary: 'One file', value: buildIndex(setup) } },
        licence: 'observed',
      },
    ],
    refusals: { 404: 'Nothing was exported yet.', 503: UNREACHABLE_SENTENCE },
  },
  ...DESCRIPTIONS.map(
    ([name, operationId, summary, required, mediaType, describe]): Operation => ({
      path: `/export/${name}`,
      operationId,
      tag: 'Files',
      summary,
      description:
        'The files of the index in terms that data tools read, with their columns, sizes, digests, age and licences. Files for game addons and lists of earlier days are left out.',
      served: [
        {
          description: 'The description.',
          mediaType,
          schema: {
            type: 'object',
            description: summary,
            properties: { [required]: { type: 'array', description: 'The files.', items: { type: 'object' } } },
            required: [required],
            additionalProperties: true,
          },
          examples: {
            description: {
              summary: 'One file',
              value: describe(buildIndex(setup), { ...setup.settings, attribution: setup.attribution }),
            },
          },
          licence: 'observed',
        },
      ],
      refusals: { 404: 'Nothing was exported yet.', 503: UNREACHABLE_SENTENCE },
    }),
  ),
  documentRangedFolder({
    path: '/export/{name}',
    operationId: 'getExportFile',
    summary: 'A file of the export',
    description:
      'Rows as NDJSON, or as Parquet (application/vnd.apache.parquet) if the index lists the file under more. Compressed with gzip if Accept-Encoding allows it. Without compression, parts can be requested with Range. Files with only game-file rows carry no licence of this service. evidence.ndjson, which the index lists under more if the operator exports it, has what each witness of a public subject reported, as anonymous entries.',
    name: ['A file that the index names.', '^[a-z0-9_.-]+$', 'edges.ndjson'],
    file: {
      description: 'The file.',
      mediaType: 'application/x-ndjson',
      schema: {
        type: 'string',
        description: 'Rows as JSON objects, one per line, with the shape that rowsOf and field of the index name.',
      },
      examples: { lines: { summary: 'One row', value: EXAMPLE_LINE } },
      licence: 'where-observed',
    },
    part: EXAMPLE_LINE.slice(0, 10),
  }),
  documentRangedFolder({
    path: '/export/addons/{name}',
    operationId: 'getAddonFile',
    summary: 'A file for other addons',
    description:
      'Drop rates as a Lua table of Questie, pfQuest or AtlasLoot, of sources that five installs looted (three in files whose names end in -all), or the addon ThirdWitness_Data.zip, which holds rates, vendors and auction values. Compressed with gzip if Accept-Encoding allows it. Without compression, parts can be requested with Range.',
    name: ['A file that the index names under more, without addons/.', '^[A-Za-z0-9_.-]+$', 'questie.lua'],
    file: {
      description: 'The file.',
      mediaType: 'text/x-lua; charset=utf-8',
      schema: {
        type: 'string',
        description: 'A Lua 5.1 table of literals, or the bytes of the archive (application/zip).',
      },
      examples: { table: { summary: 'One rate', value: EXAMPLE_LUA } },
      licence: 'observed',
    },
    part: EXAMPLE_LUA.slice(0, 10),
  }),
  documentRangedFolder({
    path: '/export/lists/{name}',
    operationId: 'getExportList',
    summary: 'A list for datasets',
    description:
      'Names, NPCs, objects, vendors, trainers, quests, recipes or market days, as CSV (with a byte order mark, except for vendors), as Parquet (application/vnd.apache.parquet) with the same columns, or as NDJSON (application/x-ndjson) with the shape that rowsOf and field of the index name. The lists of a day stay available for seven days, such as /export/lists/2026-11-20-names.csv. Compressed with gzip if Accept-Encoding allows it. Without compression, parts can be requested with Range.',
    name: [
      'A list that the index names under more, without lists/.',
      '^([0-9]{4}-[0-9]{2}-[0-9]{2}-)?[a-z]+\\.(csv|ndjson|parquet)$',
      'names.csv',
    ],
    file: {
      description: 'The list.',
      mediaType: 'text/csv; charset=utf-8',
      schema: {
        type: 'string',
        description:
          'A line of column names, then a line for each row; in .ndjson files a JSON object on each line. Lists within a row are JSON in a cell.',
      },
      examples: { list: { summary: 'One name', value: EXAMPLE_CSV } },
      licence: 'observed',
    },
    part: EXAMPLE_CSV.slice(0, 8),
  }),
];

interface RangedOperation extends Pick<Operation, 'path' | 'operationId' | 'summary' | 'description'> {
  readonly name: readonly [description: string, pattern: string, example: string];
  readonly file: Omit<ServedResponse, 'status' | 'fields'>;
  /** The first bytes of the file. */
  readonly part: string;
}

/** Documents a folder of files that support range requests. `name` describes the path's last segment. */
function documentRangedFolder({ name: [about, pattern, example], file, part, ...rest }: RangedOperation): Operation {
  return {
    ...rest,
    tag: 'Files',
    parameters: [pathParam('name', about, { type: 'string', pattern, maxLength: 200 }, example), ...RANGE_HEADERS],
    served: describeFile(file, part),
    refusals: {
      404: 'The index names no such file.',
      416: RANGE_REFUSAL,
      503: `The storage cannot be read, or ${LIMITS.exportFilesMax.value} files are being sent already, ${LIMITS.exportFilesPerClientMax.value} of them to one client: then try again after Retry-After.`,
    },
  };
}
