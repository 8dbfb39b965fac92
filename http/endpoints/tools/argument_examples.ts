/** Example values for tool arguments. The recorded example answers were produced with these values. */
const ARGUMENT_EXAMPLES: Readonly<Record<string, string | number | boolean>> = {
  area: 'achievement',
  character: 'Ada',
  class: 'warrior',
  collection: 'mounts',
  evidence: 'observed',
  faction: 'alliance',
  from: 1,
  guild: 'The Third',
  house: 'Horde',
  id: 'item:25',
  item: 25,
  itemId: 25,
  kind: 'item',
  level: 12,
  limit: 5,
  mapId: 14,
  name: 'Worn Shortsword',
  npcId: 6,
  objectId: 61,
  owned: '5,9',
  points: '1:1',
  profession: 'Tailoring',
  quality: 'common',
  query: 'shortsword',
  question: 'Where does a worn shortsword drop?',
  questId: 3,
  radius: 5,
  realm: 'Stormrage',
  recipe: 'Linen',
  rel: 'dropped_by',
  role: 'sells',
  since: '2026-11-20',
  slot: 'main-hand',
  subclass: 'sword',
  to: 75,
  tree: 'arms',
  vendorNpcId: 8,
  version: '1.15.8',
  x: 45.5,
  y: 62,
};

/** Overrides for tools in which an argument has a different meaning, keyed by tool. */
const TOOL_ARGUMENT_EXAMPLES: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>> = {
  entity_relations: { id: 25 },
  item_categories: { class: 'weapon' },
  recent_changes: { kind: 'item' },
};

/** Returns the example value of an argument, or undefined if there is none. */
export function argumentExample(tool: string, argument: string): string | number | boolean | undefined {
  return TOOL_ARGUMENT_EXAMPLES[tool]?.[argument] ?? ARGUMENT_EXAMPLES[argument];
}

/** Optional arguments to include in examples, either to make the examples meaningful or to keep their answers short. */
const ALSO_ASKED: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  entity_relations: { limit: 2 },
  recent_changes: { limit: 2 },
  talent_plan: { points: '1:1', level: 12 },
};

/** Returns a tool's example arguments, such as `{ itemId: 25 }`, including all `required` ones. */
export function exampleArguments(
  tool: string,
  required: readonly string[],
): Readonly<Record<string, string | number | boolean>> {
  return {
    ...Object.fromEntries(
      required.flatMap((name) => {
        const value = argumentExample(tool, name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    ...ALSO_ASKED[tool],
  };
}
