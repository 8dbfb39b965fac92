/**
 * Parts of a question that name something or give a number. `thing` is a name of any kind; `level`, `from` and `skill`
 * are numbers.
 */
export type SlotName =
  | 'thing'
  | 'item'
  | 'source'
  | 'npc'
  | 'quest'
  | 'zone'
  | 'profession'
  | 'recipe'
  | 'realm'
  | 'class'
  | 'gear'
  | 'role'
  | 'level'
  | 'from'
  | 'skill';

/** The words of a question that fill each slot, in lower case and without punctuation. */
export type Slots = Readonly<Partial<Record<SlotName, string>>>;

/**
 * A kind of question, such as "what drops X?", with the phrasings in which players ask it (grammar.ts). `tool` names the
 * tool that answers the question in full.
 */
export interface Intent {
  readonly name: string;
  readonly tool: string;
  readonly patterns: readonly string[];
}
