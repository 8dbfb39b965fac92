import { compilePattern, type PhrasingPattern, type SlotName, type Slots } from '../../../knowledge/intents/grammar.ts';
import type { SearchHit } from '../../../ports/knowledge.ts';
import { type PublishedSnapshot, toLabel } from '../../../reads/entities/snapshot_data.ts';
import type { ToolContext } from '../../tool.ts';
import { type Certainty, findName, type NameMatch, parseId } from './names.ts';

/** The snapshot that a question is answered from, and what tools need besides. */
export interface QuestionContext {
  readonly tools: ToolContext;
  readonly snapshot: PublishedSnapshot;
  /** The reader's realm, whose prices come first if the question names none. */
  readonly realm?: string | null | undefined;
}

export interface DirectAnswer {
  readonly certainty: Certainty;
  /** The first line after the notes holds the most important facts. Names from players and the game are quoted. */
  readonly lines: readonly string[];
  /** Number of first lines that say how the question was understood. */
  readonly notes?: number;
  /** Ids of the entries that the answer is about, most important first. */
  readonly about: readonly string[];
  /** Arguments with which the intent's tool says more. */
  readonly arguments: Readonly<Record<string, string | number>>;
  /** True if the answer contains data of the imported build. */
  readonly fromFiles?: boolean;
}

/** Answers one intent. Returns null if the slots make no sense for it, so that another reading is tried. */
export type Answerer = (context: QuestionContext, slots: Slots) => Promise<DirectAnswer | null>;

/** A kind of question, such as "what drops X?", with the phrasings in which players ask it and its answer. */
export interface Intent {
  readonly name: string;
  readonly tool: string;
  readonly answer: Answerer;
  readonly patterns: readonly PhrasingPattern[];
}

type PhrasingReader = (phrasings: TemplateStringsArray) => Intent;

/** Creates an intent. The template has patterns (domain/knowledge/intents/grammar.ts), separated by `;` and by lines. */
export function createIntent(name: string, tool: string, answer: Answerer): PhrasingReader {
  return ([phrasings]) => {
    const patterns = phrasings!.split(/[;\n]/u).filter((pattern) => pattern.trim() !== '');
    return { name, tool, answer, patterns: patterns.map((pattern) => compilePattern(pattern.trim())) };
  };
}

/** The entry that a question is about, and the names that narrow the question. */
interface NamedHit extends QuestionContext {
  readonly slots: Slots;
  readonly hits: readonly SearchHit[];
  /** The best hit, its number, and its name as `"Wolf"` and as `"Wolf" (npc 60)`. */
  readonly hit: SearchHit;
  readonly id: number;
  readonly quotedName: string;
  readonly title: string;
  readonly source: NameMatch | null;
  readonly zone: NameMatch | null;
}

/**
 * Creates an answer about the entry, of one of these kinds, that a slot names. If nothing has the name, the answer says
 * so; if the slot is empty, the question is read in another way. Slots in `narrowedBy` may name further entries.
 */
export function createNamedAnswer(
  slot: SlotName,
  kinds: readonly string[],
  answer: (entry: NamedHit) => Promise<Omit<DirectAnswer, 'certainty'> | null>,
  narrowedBy: readonly ('source' | 'zone')[] = [],
): Answerer {
  return async (context, slots) => {
    const find = async (name: SlotName, of: readonly string[]): Promise<NameMatch | null> =>
      slots[name] === undefined ? null : findName(context.snapshot, slots[name], of);
    const [match, source, zone] = await Promise.all([
      find(slot, kinds),
      narrowedBy.includes('source') ? find('source', ['npc', 'object']) : null,
      narrowedBy.includes('zone') ? find('zone', ['zone']) : null,
    ]);
    const [hit] = match?.hits ?? [];
    if (match === null || hit === undefined) return match && explainUnknownName(match);
    const [id, quotedName] = [parseId(hit), JSON.stringify(hit.name)];
    const title = toLabel({ kind: hit.kind, id, name: hit.name, url: null });
    const said = await answer({ ...context, slots, hits: match.hits, hit, id, quotedName, title, source, zone });
    return said && addNameNotes([match, source, zone], said);
  };
}

export function explainUnknownName({ note }: Pick<NameMatch, 'note'>): DirectAnswer {
  return { certainty: 'unknown', lines: note === null ? [] : [note], about: [], arguments: {} };
}

/**
 * Completes an answer: it begins with the notes that say how the names in the question were understood, and is as
 * certain as the least certain of them. A name that the question does not have is null.
 */
export function addNameNotes(
  names: readonly (Pick<NameMatch, 'certainty' | 'note'> | null)[],
  answer: Omit<DirectAnswer, 'certainty'>,
): DirectAnswer {
  const own = names.filter((name) => name !== null);
  const notes = own.flatMap(({ note }) => note ?? []);
  const certainty = own.map((one) => one.certainty).reduce((a, b) => (isSurer(a, b) ? b : a), 'exact');
  return addNotes({ ...answer, certainty }, notes);
}

/** Puts sentences that say how the question was understood before an answer. */
export function addNotes<T extends Omit<DirectAnswer, 'certainty'>>(answer: T, notes: readonly string[]): T {
  return { ...answer, lines: [...notes, ...answer.lines], notes: notes.length + (answer.notes ?? 0) };
}

const CERTAINTY_ORDER: readonly Certainty[] = ['exact', 'close', 'guess', 'unknown'];

export function isSurer(a: Certainty, b: Certainty): boolean {
  return CERTAINTY_ORDER.indexOf(a) < CERTAINTY_ORDER.indexOf(b);
}
