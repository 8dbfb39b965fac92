import { WITNESSED_KINDS, type WitnessedKind } from '../../domain/families/counting/family.ts';
import type { PendingInstalls, WitnessRow } from '../../domain/operator/witnesses.ts';
import { allOf, counted } from '../../domain/values/phrases.ts';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import { err, ok } from '../../domain/values/result.ts';
import type { Job } from '../job.ts';

const KINDS: readonly string[] = WITNESSED_KINDS;

/** Statements printed at most. */
const ROWS_MAX = 5_000;

/** `npm run job -- witnesses KIND ID`: three made-up installs make a fact, so the operator must see who said what. */
export const witnesses: Job = {
  name: 'witnesses',
  summary: 'list which installs stand behind the facts of an entity',
  help: `Prints every statement about an entity and the id of the install that made it, tab-separated: subject, field, value,
install, when it was last reported, and IPv6 where TW_WITNESS_NETWORKS counts the install as of that family. KIND is one of ${KINDS.join(', ')};
ID is the game's id. It is for the operator alone: install ids are private. \`withhold\` takes an install out.`,
  options: {},
  words: ['KIND', 'ID'],
  run: async ({ builder }, { words }) => {
    const [kind = '', id = ''] = words;
    if (!isKind(kind))
      return err(`KIND must be one of ${KINDS.join(', ')}; got ${JSON.stringify(kind.slice(0, SHOWN_CHARS_MAX))}.`);
    const number = Number(id);
    if (!/^[0-9]{1,16}$/.test(id) || number < 1 || !Number.isSafeInteger(number)) {
      return err(`ID must be a whole number from 1 on; got ${JSON.stringify(id.slice(0, SHOWN_CHARS_MAX))}.`);
    }
    const rows = await builder.witnesses.of(kind, number, ROWS_MAX);
    const waiting = await builder.witnesses.waiting();
    const apart = waitingText(waiting);
    if (rows.length === 0) return ok(`No install had reported it by the newest snapshot.${apart}`);
    const more = rows.length === ROWS_MAX ? `\n(only the first ${ROWS_MAX} are shown)` : '';
    return ok(rows.map(lineOf).join('\n') + more + familiesText(rows) + apart);
  },
};

/** Installs that the list leaves out, whatever they told; where there are none nothing is said. */
function waitingText({ young, unplaced }: PendingInstalls): string {
  const why = [
    ...(young === 0 ? [] : [`${counted(young, 'install')} that began too short a time ago`]),
    ...(unplaced === 0 ? [] : [`${counted(unplaced, 'install')} without a place in their network`]),
  ];
  return why.length === 0 ? '' : `\n(not counted yet, and not looked at here: ${allOf(why)})`;
}

function isKind(text: string): text is WitnessedKind {
  return KINDS.includes(text);
}

function lineOf({ subject, field, value, installId, family, atMs }: WitnessRow): string {
  const columns = [subject, field, value, installId, atMs === null ? '' : new Date(atMs).toISOString()];
  return [...columns, ...(family === 'IPv6' ? [family] : [])].join('\t');
}

/** Why a statement of three installs may not be public. */
function familiesText(rows: readonly WitnessRow[]): string {
  return rows.some(({ family }) => family === 'IPv6')
    ? '\n(installs over IPv4 and IPv6 are not added up: it takes three of one of them)'
    : '';
}
