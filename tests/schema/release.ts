/** The effect of a change in a published document on its version (contract, section 9, Contract). */
export interface Change {
  readonly at: string;
  readonly what: string;
  readonly release: 'minor' | 'major';
}

type Json = Readonly<Record<string, unknown>>;

/** Keywords for upper bounds. A smaller value is tighter; for lower bounds a larger one is. */
const UPPER = new Set(['maxLength', 'maxItems', 'maximum']);
const LOWER = new Set(['minLength', 'minItems', 'minimum']);
/** Keywords for readers, which bind nobody. */
const PROSE = new Set(['description', 'title', 'default', '$schema']);
/** Keywords whose keys are names of the contract. */
const NAMES = new Set(['properties', '$defs']);

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tighter(keyword: string, before: unknown, after: unknown): boolean {
  if (after === undefined) return false;
  if (before === undefined) return true;
  return UPPER.has(keyword) ? Number(after) < Number(before) : Number(after) > Number(before);
}

function listChanges(at: string, before: readonly unknown[], after: readonly unknown[]): Change[] {
  const texts = (list: readonly unknown[]): string[] => list.map((entry) => JSON.stringify(entry));
  const [old, now] = [texts(before), texts(after)];
  return [
    ...old.filter((entry) => !now.includes(entry)).map((what) => major(at, `${what} was removed or changed`)),
    ...now.filter((entry) => !old.includes(entry)).map((what) => minor(at, `${what} was added`)),
  ];
}

function minor(at: string, what: string): Change {
  return { at, what, release: 'minor' };
}
function major(at: string, what: string): Change {
  return { at, what, release: 'major' };
}

/** A new required field makes a request tighter, but not an answer. */
function requiredChanges(at: string, before: Json, after: Json, isAnswer: boolean): Change[] {
  const known = isObject(before['properties']) ? before['properties'] : {};
  const [old, now] = [before, after].map((schema) => (schema['required'] ?? []) as string[]) as [string[], string[]];
  return [
    ...now
      .filter((name) => !old.includes(name))
      .map((name) => (isAnswer && !(name in known) ? minor : major)(at, `${name} is required now`)),
    ...old
      .filter((name) => !now.includes(name))
      .map((name) => (isAnswer ? major : minor)(at, `${name} is no longer required`)),
  ];
}

function nameChanges(at: string, before: Json, after: Json, isAnswer: boolean): Change[] {
  return [
    ...Object.keys(before)
      .filter((name) => !(name in after))
      .map((name) => major(at, `${name} was removed or renamed`)),
    ...Object.keys(after).flatMap((name) =>
      name in before
        ? schemaChanges(`${at}/${name}`, before[name] as Json, after[name] as Json, isAnswer)
        : [minor(at, `${name} was added`)],
    ),
  ];
}

function keywordChanges(at: string, keyword: string, before: unknown, after: unknown, isAnswer: boolean): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const what = `${keyword} went from ${JSON.stringify(before)} to ${JSON.stringify(after)}`;
  if (PROSE.has(keyword)) return [minor(at, `${keyword} is worded anew`)];
  if (UPPER.has(keyword) || LOWER.has(keyword)) return [(tighter(keyword, before, after) ? major : minor)(at, what)];
  if (NAMES.has(keyword)) return nameChanges(at, (before ?? {}) as Json, (after ?? {}) as Json, isAnswer);
  if (Array.isArray(before) && Array.isArray(after) && ['enum', 'oneOf'].includes(keyword)) {
    return listChanges(at, before, after);
  }
  if (isObject(before) && isObject(after)) return schemaChanges(`${at}/${keyword}`, before, after, isAnswer);
  return [(after === undefined ? minor : major)(at, what)];
}

function schemaChanges(at: string, before: Json, after: Json, isAnswer: boolean): Change[] {
  return [
    ...requiredChanges(at, before, after, isAnswer),
    ...[...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((keyword) => keyword !== 'required')
      .flatMap((keyword) => keywordChanges(at, keyword, before[keyword], after[keyword], isAnswer)),
  ];
}

/**
 * Compares two versions of a document published at `path`. What counts as tighter differs between answers and requests.
 */
export function changesOf(path: string, before: Json, after: Json): readonly Change[] {
  return schemaChanges(path, before, after, path.startsWith('/api/') && !path.endsWith('/intakeRequest.json'));
}

/** Describes the changes for the developer who made them. */
export function releaseMessage(changes: readonly Change[]): string {
  const release = changes.some((change) => change.release === 'major') ? 'major' : 'minor';
  const lines = changes.slice(0, 20).map((change) => `  ${change.release}: ${change.at}: ${change.what}`);
  return [`This is a ${release} release of the contract. If it is meant, run "npm run golden".`, ...lines].join('\n');
}
