import { counted } from '../../../domain/values/phrases.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import { html } from '../../pages/html.ts';
import type { Follow } from './reference.ts';
import { rulesOf, typeWords, variantsOf } from './schema_words.ts';

/** Dependencies of field lists. */
export interface FieldContext {
  readonly follow: Follow;
  readonly base: string;
}

/** A field of an object, or an element of a tuple. */
interface Field {
  readonly name: string;
  readonly schema: JsonPart;
  readonly required: boolean;
}

/** Renders a body's fields as a list in which inner objects are collapsed. Empty if the body has no fields. */
export function fieldList(schema: JsonPart, context: FieldContext): unknown {
  const { follow, base } = context;
  const variants = variantsOf(schema, follow);
  if (variants.length > 1) return variantList(variants, context);
  const fields = fieldsOf(variants[0] ?? {}, follow);
  if (fields.length === 0) return '';
  return html`<ul class="fields">${fields.map(
    ({ name, schema: field, required }) =>
      html`<li><code>${name}</code> <small class="quiet">${typeWords(field, follow)}${
        required ? '' : ', may be absent'
      }</small> ${descriptionOf(field, follow)}${withRules(field, follow)}${nested(field, { follow, base })}</li>\n`,
  )}</ul>\n`;
}

/** Renders the fields of an inner object, with the number of fields as the title. */
function nested(schema: JsonPart, context: FieldContext): unknown {
  const inner = elementOf(schema, context.follow);
  const variants = variantsOf(inner, context.follow);
  const list = fieldList(inner, context);
  if (list === '') return '';
  const title =
    variants.length > 1
      ? counted(variants.length, 'kind')
      : counted(fieldsOf(variants[0] ?? {}, context.follow).length, 'field');
  return html`<details><summary>${title}</summary>${list}</details>`;
}

/** Matches a `$ref` to the schema of a record kind. These schemas are published separately. */
const RECORD = /^#\/components\/schemas\/(?:record|feed)_(\w+)$/;

/** Renders alternative schemas: links for record kinds, and field lists for all others. */
function variantList(variants: readonly JsonPart[], context: FieldContext): unknown {
  const kinds = variants.flatMap(({ $ref }) => RECORD.exec(String($ref))?.[1] ?? []);
  if (kinds.length === variants.length) {
    return html`<p class="kinds">${kinds.map((kind, at) => html`${at === 0 ? '' : ', '}<a href="${context.base}/schema/records/${kind}.json">${kind}</a>`)}</p>\n`;
  }
  const lists = variants.map((one) => fieldList(one, context)).filter((list) => list !== '');
  return lists.length === 0 ? '' : lists;
}

/** Returns the element schema of an array, which may be nested. Returns other schemas unchanged. */
function elementOf(schema: JsonPart, follow: Follow): JsonPart {
  const [variant, ...others] = variantsOf(schema, follow);
  if (variant === undefined || others.length > 0) return schema;
  const { type, items } = follow(variant);
  return type === 'array' && typeof items === 'object' ? elementOf(items as JsonPart, follow) : variant;
}

function fieldsOf(schema: JsonPart, follow: Follow): readonly Field[] {
  const {
    properties = {},
    required = [],
    prefixItems = [],
  } = follow(schema) as {
    readonly properties?: Readonly<Record<string, JsonPart>>;
    readonly required?: readonly string[];
    readonly prefixItems?: readonly JsonPart[];
  };
  return [
    ...Object.entries(properties).map(([name, field]) => ({ name, schema: field, required: required.includes(name) })),
    ...prefixItems.map((field, at) => ({ name: `[${at}]`, schema: field, required: true })),
  ];
}

function descriptionOf(schema: JsonPart, follow: Follow): string {
  return String(schema['description'] ?? follow(schema)['description'] ?? '');
}

/** Renders the allowed words of an enum. Other rules are shown only in the schema. */
function withRules(schema: JsonPart, follow: Follow): unknown {
  const value = follow(elementOf(schema, follow));
  const rules = 'enum' in value ? rulesOf({ enum: value['enum'] }) : [];
  return rules.length === 0 ? '' : html` <small class="quiet">${rules}</small>`;
}
