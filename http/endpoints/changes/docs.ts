import { LIMITS } from '../../../schema/limits.ts';
import type { ChangesResponse } from '../../../schema/responses/changesResponse.ts';
import { describeFile, RANGE_HEADERS, RANGE_REFUSAL, UNBUFFERED_HEADERS } from '../../openapi/parts.ts';
import { EVENT_TYPE } from '../../pipeline/body.ts';
import { PIN, SNAPSHOT_EXAMPLE } from '../../pipeline/query.ts';
import type { InstanceSetup, ListOperations } from '../../pipeline/route_docs.ts';
import {
  buildSchemaRef,
  EXAMPLE_TIMES,
  headerParam,
  pathParam,
  UNREACHABLE_SENTENCE,
  WRONG_PARAMETER,
} from '../../pipeline/route_docs.ts';

const EXAMPLE_LINES =
  '{"op":"del","list":"edges","key":"item:25:dropped_by:npc:6"}\n{"op":"end","snapshot":"abcd1234.3","previous":"abcd1234.2","puts":0,"dels":1}\n';

const TOO_OLD_ANSWER = 'The snapshot is too old or of another epoch: start again from the export.';

const LINES_CONTENT = {
  type: 'string',
  description: 'Lines with op put (list, key, row), op del (list, key), and at the end op end. A put is the whole row.',
};

function buildEntry({ attribution }: InstanceSetup): ChangesResponse['files'][number] {
  return {
    name: 'abcd1234/3.ndjson',
    url: `${attribution.source}/changes/abcd1234/3.ndjson`,
    snapshot: 'abcd1234.3',
    previous: 'abcd1234.2',
    rows: 2,
    bytes: EXAMPLE_LINES.length,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  };
}

function buildList(setup: InstanceSetup): ChangesResponse {
  const { attribution } = setup;
  return { ok: true, files: [buildEntry(setup)], newest: 'abcd1234.3', dataAsOf: EXAMPLE_TIMES.data, attribution };
}

/** Documents the change feed (contract, section 4, Change feed). */
export const listOperations: ListOperations = (setup) => [
  {
    path: '/api/changes',
    operationId: 'getChanges',
    tag: 'Files',
    summary: 'Files of what changed since a snapshot',
    description:
      'The files that lead from a snapshot, such as the export’s, to the newest one, oldest first. Ask again from the last one until it is the newest.',
    served: [
      {
        description: 'The files. There are none if the snapshot is the newest one.',
        schema: buildSchemaRef('changesResponse'),
        examples: { files: { summary: 'One file', value: buildList(setup) } },
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER, 410: TOO_OLD_ANSWER, 503: UNREACHABLE_SENTENCE },
  },
  {
    path: '/api/changes/stream',
    operationId: 'followChanges',
    tag: 'Files',
    summary: 'Events of new snapshots',
    description:
      'Server-sent events: the id of an event is a snapshot, its data one entry of the list above. A stream begins after since, or else with the next snapshot, and ends after 30 minutes; EventSource connects again by itself. Silence is at most 15 seconds, then a comment follows.',
    parameters: [
      headerParam(
        'Last-Event-ID',
        'The same, as EventSource sends it. It takes precedence over both.',
        PIN,
        SNAPSHOT_EXAMPLE,
      ),
    ],
    served: [
      {
        description: 'Events until one side ends the stream.',
        mediaType: EVENT_TYPE,
        schema: { type: 'string', description: 'Lines id and data, and comments.' },
        examples: {
          event: { summary: 'One snapshot', value: `id: abcd1234.3\ndata: ${JSON.stringify(buildEntry(setup))}\n\n` },
        },
        fields: UNBUFFERED_HEADERS,
      },
    ],
    refusals: {
      400: WRONG_PARAMETER,
      410: TOO_OLD_ANSWER,
      503: `The storage cannot be read, or there are ${LIMITS.changeStreamsMax.value} streams, ${LIMITS.changeStreamsPerClientMax.value} of one client, already: then try again after Retry-After.`,
    },
  },
  {
    path: '/changes/{epoch}/{name}',
    operationId: 'getChangeFile',
    tag: 'Files',
    summary: 'What changed in a snapshot',
    description:
      'The changed rows of drops, zeros, edges, prices and names as NDJSON, compressed with gzip if Accept-Encoding allows it. Without compression, parts can be requested with Range.',
    parameters: [
      pathParam('epoch', 'The epoch of the snapshot.', { type: 'string', pattern: '^[0-9a-z]{4,32}$' }, 'abcd1234'),
      pathParam(
        'name',
        'The number of the snapshot, and .ndjson.',
        { type: 'string', pattern: '^[1-9][0-9]*\\.ndjson$' },
        '3.ndjson',
      ),
      ...RANGE_HEADERS,
    ],
    served: describeFile(
      {
        description: 'The file.',
        mediaType: 'application/x-ndjson',
        schema: LINES_CONTENT,
        examples: { lines: { summary: 'One relation was withdrawn', value: EXAMPLE_LINES } },
        licence: 'observed',
      },
      EXAMPLE_LINES.slice(0, 10),
    ),
    refusals: {
      404: 'No change file has such a name.',
      410: TOO_OLD_ANSWER,
      416: RANGE_REFUSAL,
      503: `The storage cannot be read, or ${LIMITS.exportFilesMax.value} files are being sent already: then try again after Retry-After.`,
    },
  },
];
