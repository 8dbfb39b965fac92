import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { JsonPart } from './rules.ts';

/** JSON Schema dialect of every published schema. */
export const JSON_SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Emits the JSON Schema keywords that the contract's own rules publish; see `rule` and `change`. */
const overrideAction: NonNullable<ConversionConfig['overrideAction']> = ({ valibotAction, jsonSchema }) => {
  return 'published' in valibotAction ? { ...jsonSchema, ...(valibotAction.published as JsonPart) } : undefined;
};

/**
 * Converts a schema to a self-contained JSON Schema document (draft 2020-12). Each schema in `definitions` is written
 * only once, under `$defs`.
 */
export function toDocument(
  title: string,
  schema: v.GenericSchema,
  definitions: Readonly<Record<string, v.GenericSchema>> = {},
): JsonPart {
  const {
    $schema: _dialect,
    description,
    ...document
  } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    overrideAction,
    definitions: { ...definitions },
  });
  return { $schema: JSON_SCHEMA_DIALECT, title, description, ...document };
}
