import { editsBetween } from '../../domain/knowledge/edits.ts';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import { BUDGET_VARIABLES, VARIABLES } from './variables.ts';

const PREFIX = 'TW_';

/** Read by tests and benches, which hand their own environment on to the programs they start. */
const OF_TESTS: readonly string[] = ['TW_TEST_DATA', 'TW_BROWSER', 'TW_SCREENSHOTS'];

/** Every variable that does something here. */
const SETTABLE: readonly string[] = [VARIABLES, BUDGET_VARIABLES].flatMap((table) =>
  Object.values(table).map(({ name }) => name),
);

const KNOWN: ReadonlySet<string> = new Set([...SETTABLE, ...OF_TESTS]);

/** Why a variable of the environment stops the start; null where its name is known, or none of ours. */
export function unknownName(name: string): string | null {
  if (!name.startsWith(PREFIX) || KNOWN.has(name)) return null;
  const nearest = nearestTo(name);
  const hint = nearest === null ? `the variables are ${SETTABLE.join(', ')}` : `the nearest variable is ${nearest}`;
  return `${JSON.stringify(name.slice(0, SHOWN_CHARS_MAX)).slice(1, -1)} is not known to this release; ${hint}.`;
}

/** The variable that is probably meant: the one with fewest edits, where they are few for its length. */
function nearestTo(name: string): string | null {
  const word = name.slice(PREFIX.length);
  let best: { readonly name: string; readonly edits: number } | null = null;
  for (const known of SETTABLE) {
    const meant = known.slice(PREFIX.length);
    const edits = editsBetween(word, meant, Math.ceil(meant.length / 2));
    if (edits !== null && edits < meant.length && (best === null || edits < best.edits)) best = { name: known, edits };
  }
  return best?.name ?? null;
}
