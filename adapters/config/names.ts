import { editsBetween } from '../../domain/knowledge/edits.ts';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import { BUDGET_VARIABLES, VARIABLES } from './variables.ts';

const PREFIX = 'TW_';

/** Variables used by tests and benchmarks, which pass their own environment to the programs they start. */
const TEST_VARIABLES: readonly string[] = ['TW_TEST_DATA', 'TW_BROWSER', 'TW_SCREENSHOTS'];

/** Names of all variables that have any effect. */
const SETTABLE: readonly string[] = [VARIABLES, BUDGET_VARIABLES].flatMap((table) =>
  Object.values(table).map(({ name }) => name),
);

const KNOWN: ReadonlySet<string> = new Set([...SETTABLE, ...TEST_VARIABLES]);

/** Returns a sentence, which prevents the start, if a variable has our prefix but an unknown name; otherwise null. */
export function describeUnknownName(name: string): string | null {
  if (!name.startsWith(PREFIX) || KNOWN.has(name)) return null;
  const nearest = findNearest(name);
  const hint = nearest === null ? `the variables are ${SETTABLE.join(', ')}` : `the nearest variable is ${nearest}`;
  return `${JSON.stringify(name.slice(0, SHOWN_CHARS_MAX)).slice(1, -1)} is not known to this release; ${hint}.`;
}

/** Returns the variable with the smallest edit distance to a name, or null if none is similar enough for its length. */
function findNearest(name: string): string | null {
  const word = name.slice(PREFIX.length);
  let best: { readonly name: string; readonly edits: number } | null = null;
  for (const known of SETTABLE) {
    const candidate = known.slice(PREFIX.length);
    const edits = editsBetween(word, candidate, Math.ceil(candidate.length / 2));
    if (edits !== null && edits < candidate.length && (best === null || edits < best.edits))
      best = { name: known, edits };
  }
  return best?.name ?? null;
}
