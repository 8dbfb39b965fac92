import type { Bytes } from '../../../domain/ports/codec.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import type { Context } from '../../context.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { type ApiSurface, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import { EXAMPLES_PATH } from '../reference/groups.ts';

/**
 * Serves the OpenAPI document, which includes this endpoint, and each operation's examples, of which it has only the short ones (contract, section
 * 4, OpenAPI document).
 */
export function createOpenapiRoutes(_: Context, surface: ApiSurface): readonly Route[] {
  let made: Bytes | null = null;
  let examples: ReadonlyMap<string, JsonPart> | null = null;
  const shared = {
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_HOUR,
    cors: true,
    refusals: 'apiError',
  } as const;
  return [
    {
      ...shared,
      path: '/api/openapi.json',
      cachePolicy: { while: 'process', by: 'path' },
      docs: () => ({
        operationId: 'getOpenApi',
        tag: 'Service',
        summary: 'This document',
        description: 'The whole API as an OpenAPI 3.1 document, made from the routes and schemas of the service.',
        served: [
          {
            description: 'The document.',
            schema: {
              type: 'object',
              description: 'An OpenAPI document.',
              properties: {
                openapi: { type: 'string', pattern: '^3\\.1\\.', description: 'The version of OpenAPI.' },
                info: { type: 'object', description: 'What the API is.' },
                paths: { type: 'object', description: 'The endpoints by path.' },
              },
              required: ['openapi', 'info', 'paths'],
              additionalProperties: true,
            },
          },
        ],
      }),
      answer: async () => {
        // Imported on first use, so that the instance starts faster.
        const { shareRepeatedParts } = await import('../../openapi/share_parts.ts');
        made ??= encodeJson(shareRepeatedParts(await surface.document()));
        return ok({ status: 200, mediaType: JSON_TYPE, body: made });
      },
    },
    {
      ...shared,
      path: `${EXAMPLES_PATH}/:operation`,
      thread: 'answering',
      answer: async ({ path }) => {
        examples ??= readExamples(await surface.document());
        const id = path.slice(EXAMPLES_PATH.length + 1);
        const found = examples.get(id);
        return found === undefined
          ? err({ kind: 'not-found', error: `No operation ${quote(id)} of the OpenAPI document has examples.` })
          : ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson(found) });
      },
    },
  ];
}

function readExamples(document: JsonPart): ReadonlyMap<string, JsonPart> {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const examplesOf = ({ responses }: DocumentedOperation): JsonPart =>
    Object.fromEntries(
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).flatMap(({ examples }) => (examples === undefined ? [] : [[status, examples]])),
      ),
    );
  return new Map(
    operations.flatMap((operation) =>
      operation.externalDocs === undefined ? [] : [[operation.operationId, examplesOf(operation)]],
    ),
  );
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly externalDocs?: JsonPart;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, JsonPart>> }>>;
}
