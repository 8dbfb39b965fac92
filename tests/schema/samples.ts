import { recordDocument, type Schema } from './documents.ts';

/** A name as addons send it, with surrounding white space and a combining accent. */
const NAME = ' Ame\u0301lie\u2009';

function sampleText(schema: Schema): string {
  if (schema['format'] === 'date-time') return '2026-01-31T18:30:00.5+02:00';
  if (schema['format'] === 'date') return '2026-01-31';
  const min = (schema['minLength'] as number | undefined) ?? 0;
  const max = schema['maxLength'] as number;
  const form = [NAME, 'WARRIOR', 'NightElf', '0a1b2c3d', 'sample:1'].find(
    (text) => text.length <= max && new RegExp(schema.pattern ?? '', 'u').test(text),
  );
  return (form ?? 'x').padEnd(min, '0');
}

function sampleOf(schema: Schema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'string') return sampleText(schema);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [sampleOf(schema.items!)];
  if (schema.type !== 'object') return Math.max(schema['minimum'] as number, 1);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, DIFFERING[name] ?? sampleOf(field)] as const,
  );
  return Object.fromEntries(fields.reverse());
}

/** Values of fields that must differ from other fields of their record. */
const DIFFERING: Readonly<Record<string, number>> = { right: 2, bottom: 2, parentMapId: 2 };

/** Returns a valid record with every field of its kind, in the reverse of the schema's order. */
export function sampleRecord(kind: string): Record<string, unknown> {
  return sampleOf(recordDocument(kind)) as Record<string, unknown>;
}
