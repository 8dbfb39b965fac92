import type { Intent } from './intent.ts';

/** Questions about quests and places, and those that only name a thing. Earlier ones are tried first. */
export const QUEST_AND_PLACE_QUESTIONS = [
  /** Questions about quests in a zone that reward gear of a kind. */
  {
    name: 'gear_rewards',
    tool: 'quest_page',
    patterns: [
      '~who ~quest ~give [me] [~a] {gear} [(in|around|near) [~a] {zone}]',
      '~who ~quest (in|around|near) [~a] {zone} ~give [me] [~a] {gear}',
      '[any] ~quest [in [~a] {zone}] (for|with|that ~give|which ~give|giving|rewarding) [~a] {gear}',
      '[any] ~quest (for|with|that ~give|which ~give|giving|rewarding) [~a] {gear} (in|around|near) [~a] {zone}',
      '[any] {gear} [from] (quest rewards|quest reward|~quest|from quests) [(in|around|near) [~a] {zone}]',
      '[any] ~quest (in|around|near) [~a] {zone} (that|which|with|for) [~give|~a reward of] [~a] {gear}',
    ],
  },
  /** Questions about quests that reward an item. */
  {
    name: 'reward_from',
    tool: 'item_page',
    patterns: [
      '~who ~quest ~give [me] [~a] {item}',
      '~who ~quest [that|which] (reward|rewards) [~a] {item}',
      '~quest (for|with|that ~give|which ~give|giving|rewarding) [~a] {item}',
      '[~a] {item} quest reward',
      '[~a] {item} ~quest',
      '~who ~give [me] [~a] {item}',
      '[~can] [~a] ~quest ~give [me] [~a] {item}',
    ],
  },
  /** Questions about the quests that an NPC gives or ends. */
  {
    name: 'npc_quests',
    tool: 'npc_page',
    patterns: [
      '(what|which|any) ~quest ~can [~a] {npc} (give|have|offer|start|want|end)',
      '~quest (from|by|of|at) [~a] {npc}',
      '[~a] {npc} ~quest',
      'what ~can [~a] {npc} (want|need|ask for|collect|offer|give)',
      '~be [~a] {npc} [~a] (quest giver|questgiver)',
      '[what ~be] [~a] {npc} ~quest',
    ],
  },
  /** Questions about the giver of a quest, or about the place to turn it in. */
  {
    name: 'givers',
    tool: 'quest_page',
    patterns: [
      '~who ~give [me] [~a] ~quest {quest}',
      '~who ~give [me] [~a] {quest} [~quest]',
      '(where|how) [~can|to] [~i] (pick up|get|start|accept|begin|find) [~a] [~quest] {quest} [~quest]',
      '(where|who|to who|to whom) [~can|to] [~i] (turn in|hand in|finish|complete|deliver|end|return) [~a] [~quest] {quest} [to]',
      'where ~can [~a] [~quest] {quest} (start|begin|end|finish)',
      'where ~be [~a] ~quest {quest}',
      '[~who ~be] [~a] {quest} [~quest] (giver|questgiver|start|turn in|turnin)',
      '[~a] {quest} ~quest (where|location|start|giver)',
      '[~a] ~quest {quest} [where]',
    ],
  },
  /** Questions about the rewards of a quest. */
  {
    name: 'rewards',
    tool: 'quest_page',
    patterns: [
      'what ~be [~a] (reward|rewards) (for|of|from) [~a] [~quest] {quest}',
      '(what|which) [reward|rewards|~item] ~can [~i] [~find|get] [from|for] [~a] [~quest] {quest} ~give',
      '(reward|rewards) (for|of|from) [~a] [~quest] {quest}',
      'what ~can ~i ~find (for|from) [~a] ~quest {quest}',
      '[~a] {quest} (reward|rewards)',
      '~quest (reward|rewards) [for|of|from] [~a] {quest}',
      'what ~can ~i (~find|get) [for|from] [doing|completing|finishing] [~a] {quest}',
    ],
  },
  /** Questions about trainers, quest givers or vendors in a zone. */
  {
    name: 'people',
    tool: 'entity_relations',
    patterns: [
      '[~who ~be] [all] [~a] {role} [are] [there] (in|at|near|around|of) [~a] {zone}',
      'where ~be [all] [~a] {role} (in|at|near|around|of) [~a] {zone}',
      'where [~can|to] [~i] ~find [all] [~a] {role} (in|at|near|around) [~a] {zone}',
      '~who ~give quests (in|at|near|around) [~a] {zone}',
      '(list|show) [all] [~a] {role} (in|of) [~a] {zone}',
      '[~a] {zone} {role}',
      'where ~be [~a] {role}',
      '[~a] {role}',
      '(what|which) {role} [~be] [there] (in|at|near|around|of) [~a] {zone}',
    ],
  },
  /** Questions about the creatures and people of a zone, of any or some level. */
  {
    name: 'creatures',
    tool: 'entity_relations',
    patterns: [
      '[(what|which|any|all)] [hostile|friendly|neutral] [level {level}] ~mob [~be|are] [there] (in|at|around|of) [~a] {zone}',
      '~mob (in|at|around|of) [~a] {zone} [(at|of|around) level {level}]',
      '~mob (in|at|around|of) [~a] {zone} level {level}',
      '(what|who) ~be [there] (in|at|around) [~a] {zone} [(at|for) level {level}]',
      '(what|which) ~mob [~be|are] [(in|of|at|around)] level {level} [(in|at|around) [~a] {zone}]',
      '[all] ~mob [(of|at|around)] level {level}',
    ],
  },
  /** Questions about the quests of a zone. */
  {
    name: 'zone_quests',
    tool: 'entity_relations',
    patterns: [
      '(what|which|how many|list|show|all) [~a] ~quest [~be|are] [there] [for me] (in|around|at|near) [~a] {zone} [at level {level}]',
      '[all] ~quest [there] (in|around|at|near|for) [~a] {zone} [at level {level}]',
      '[~a] {zone} ~quest',
      '[what|which|any|all] ~quest [there|~be|are] [(at|for|around|near)] level {level} [(in|at|around) [~a] {zone}]',
      '[what|which|any|all|low|high] [level] ~quest [are] [there] (in|at|around) [~a] {zone}',
      '[what|which|any|all] ~quest',
    ],
  },
  /** Questions about ways to get an item. */
  {
    name: 'obtain',
    tool: 'item_page',
    patterns: [
      'how [~can|to] [~i] (~find|buy) [~a] {item}',
      'where ~can [~a] {item} come from',
      '(source|sources) (of|for) [~a] {item}',
      'where [~can|to] [~i] ~find [~a] {item}',
      'where ~be [~a] {item} [from]',
      '[~a] {item} where',
      'where [~a] {item}',
      '[~a] {item} (source|sources)',
    ],
  },
  /** Questions about the location of a creature, an object or a quest. */
  {
    name: 'place',
    tool: 'npc_page',
    patterns: [
      'where [~can|to] [~i] ~find [~a] {thing} in [~a] {zone}',
      'where [~can|to] [~i] ~find [~a] {thing}',
      'where ~can [~a] {thing} (spawn|live|hang out|patrol|sit|grow)',
      'where ~be [~a] {thing} in [~a] {zone}',
      'where ~be [~a] {thing} [located|found|at|standing|hiding]',
      '(what|which) zone ~be [~a] {thing} in',
      '~location (of|for) [~a] {thing}',
      '[what ~be] ~location (of|for) [~a] {thing}',
      '[~a] {thing} ~location',
      '[~a] {thing} where [~be it|~be he|~be she]',
      'where [~a] {thing}',
      'how [~can|to] [~i] ~find [~a] {thing}',
      '[~a] {thing} in [~a] {zone}',
      'where [~a] {thing} (spawn|spawns|live|lives|is|are)',
      '(what|which) (zone|area|map|place) (has|have|contains|contain) [~a] {thing}',
    ],
  },
  /** Questions that consist of a whole name, or ask about it in general. */
  {
    name: 'about',
    tool: 'get_entity',
    patterns: [
      '(what|who|which) ~be [~a] {thing}',
      'about [~a] {thing}',
      '(info|information|details|page|stats|anything) (on|about|for|of) [~a] {thing}',
      '[~a] {thing} (info|stats|guide|tooltip)',
      '[~a] {thing}',
      'what (level|levels) ~be [~a] {thing}',
      'how (high|strong) ~be [~a] {thing}',
      '[~a] {thing} (level|levels|lvl)',
      'what type ~be [~a] {thing}',
    ],
  },
] as const satisfies readonly Intent[];
