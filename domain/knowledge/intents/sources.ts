import type { Intent } from './intent.ts';

/** Questions about the sources of items and lessons. Earlier ones are tried first. */
export const SOURCE_QUESTIONS = [
  /** Questions about the sources of an item, and about drop chances. */
  {
    name: 'drops',
    tool: 'item_page',
    patterns: [
      '~who [~mob] ~drop [~a] [~best] [~drop] ~droprate (of|for|on) [~a] {item}',
      '[what ~be] [the] [~best] [~drop] ~droprate (of|for|on) [~a] {item} from [~a] {source}',
      '[~can] (any ~mob|anything|something|anyone) [that] ~drop [~a] {item}',
      '~mob with [~a] {item}',
      'how (often|likely) ~can [~a] {source} ~drop [~a] {item}',
      '~can [~a] {source} ~drop [~a] {item}',
      '~who [~mob] [~can] [~best] ~drop [~a] {item}',
      '~who [~mob] [that|who] ~drop [~a] {item}',
      'where [~can] [~a] {item} ~drop [from] [~best]',
      'where (~be|~can) [~a] {item} [a] ~drop [from] [~best]',
      '[what ~be] [the] [~best] ~drop [~droprate] (of|for|on) [~a] {item}',
      '[what ~be] [the] [~best] ~droprate (of|for|on|to ~drop) [~a] {item}',
      '~mob (that|which|who) ~drop [~a] {item}',
      '[~a] {item} [~drop] ~droprate',
      '[~a] {item} ~drop [from|by|location|source|sources]',
      'how rare ~be [~a] {item}',
      'what [~a] {item} ~drop (from|off)',
      'where ~can ~i ~drop [~a] {item}',
    ],
  },
  /** Questions about the loot of a creature or the contents of an object. */
  {
    name: 'loot',
    tool: 'npc_page',
    patterns: [
      'what ~drop (from|off|by) [~a] {source}',
      '(what|which) [~item] ~can [~i] [~drop|~find|get] [from|off] [~a] {source} ~drop',
      '(what|which) [~item] ~can [~a] {source} (~drop|hold|holds|contain|contains)',
      '(what|which) [~item] ~can ~i ~find (from|off|in|inside|on) [~a] {source}',
      'what ~be (in|inside) [~a] {source}',
      '[what ~be] [~a] (~drop|loot table|drop table|contents|drop list) (of|from|for|by|in) [~a] {source}',
      '[~a] {source} (loot table|drop table|loot list|drop list|loot|drops|contents)',
    ],
  },
  /** Questions about places to farm an item, for players of some level. */
  {
    name: 'farm',
    tool: 'item_page',
    patterns: [
      'where [~can|to] [~i] (~farm|~find|~drop) [for] [~a] {item} [in {zone}] (at|as|for|around|with) [~a] level {level} [player|character|toon|alt]',
      'where [~can|to] [~i] ~farm [for] [~a] {item} [in {zone}]',
      'where ~be [~a] [~best] ~spot (to ~farm|for ~farm|for) [~a] {item} [(at|as|for|around) [~a] level {level}]',
      '[what ~be] [~a] [~best] (~spot|~mob|way|zone to|~mob to ~farm|~mob to kill) (to|for) [~farm|~find|kill] [for|of] [~a] {item} [[i am] [at|as|for|around] [~a] level {level}]',
      '[~best] ~farm [~spot] (for|of) [~a] {item} [[at|as|for|around] [~a] level {level}]',
      '[~best] (~farm|~spot to ~farm|place to ~farm|how to ~farm) [~a] {item} [[at|as|for|around] [~a] level {level}]',
      'how [~can|to] [~i] ~farm [~a] {item} [[at|as|for|around] [~a] level {level}]',
      '[~a] {item} ~farm [~spot|guide|route] [[at|as|for|around] [~a] level {level}]',
      '~farm [~a] {item} [~spot] [[at|as|for|around] [~a] level {level}]',
      '~who ~mob [~can|to|for] [~i] [kill|~farm] [to ~find] [for] [~a] {item} [[at|as|for|around] [~a] level {level}]',
      '[i am] level {level} where [~can|to] [~i] (~farm|~find) [for] [~a] {item}',
      '[~a] {item} (at|for) level {level}',
      '[~best] ~spot {item}',
      '~best (~mob|creature|zone) (for|to find) {item}',
      'where ~can [~a] level {level} [player|character|toon|alt] (~farm|~find) [~a] {item}',
    ],
  },
  /** Questions about what an item is gathered from, such as the zones to fish it in. */
  {
    name: 'gathered_from',
    tool: 'item_page',
    patterns: [
      'where [~can|to] [~i] ~gather [for] [~a] {item}',
      'what [~can|to] [~i] ~gather (for|to ~find) [~a] {item}',
      '(where|how) [~can] [~a] {item} [be] (fished|caught|skinned|mined|gathered|disenchanted)',
    ],
  },
  /** Questions about what players gather from a creature, an object or an item, or fish in a zone. */
  {
    name: 'gathering',
    tool: 'npc_page',
    patterns: [
      'what ~can [~i] ~gather (from|off|in|at|out of) [~a] {thing}',
      'what ~can [~i] (~find|~drop) (from|by|when) ~gather [in|at] [~a] {thing}',
      '~gather (in|at|from) [~a] {thing}',
      '(skin|skinning|pickpocketing|disenchanting|prospecting) [~a] {thing}',
    ],
  },
  /** Questions about vendors that sell an item. */
  {
    name: 'sellers',
    tool: 'item_page',
    patterns: [
      '(anyone|anybody|someone) ~sell [~a] {item}',
      '(cheapest|cheap|~best) (~spot|way|~vendor) to buy [~a] {item}',
      '~who [~vendor|~mob] ~sell [~a] {item} [in {zone}]',
      '~vendor (that|who|which) ~sell [~a] {item} [in {zone}]',
      '(where|from who|from whom) [~can|to] [~i] (buy|purchase) [~a] {item} [in {zone}]',
      'where ~be [~a] {item} (sold|for sale|available)',
      '[~a] ~vendor (for|of|with|selling) [~a] {item} [in {zone}]',
      '[~a] {item} ~vendor [~location]',
      '(buy|buying) [~a] {item}',
      '~can [~i] buy [~a] {item} [from [~a] ~vendor]',
    ],
  },
  /** Questions about the goods of a vendor. */
  {
    name: 'goods',
    tool: 'vendor_page',
    patterns: [
      '(what|which) [~item] ~can [~a] {npc} ~sell',
      '(what|which) [~item] ~can ~i buy (from|at) [~a] {npc}',
      '~be [~a] {npc} [~a] ~vendor',
      '[~a] {npc} (goods|inventory|wares|shop|stock|vendor list)',
      'what ~be (sold by|for sale at) [~a] {npc}',
    ],
  },
  /** Questions about trainers of a profession. */
  {
    name: 'trainers',
    tool: 'npc_page',
    patterns: [
      '~who ~teach [~a] {profession} [in [~a] {zone}]',
      'where [~can|to] [~i] ~learn [~a] {profession} [in [~a] {zone}]',
      'where ~be [~a] {profession} ~trainer [in [~a] {zone}]',
      'where [~can|to] [~i] ~find [~a] {profession} ~trainer [in [~a] {zone}]',
      '[~who ~be] [~a] {profession} ~trainer [~location|where] [(in|near|at|for|around) [~a] {zone}]',
      '[~a] ~trainer (of|for|in) [~a] {profession} [in [~a] {zone}]',
      '~trainer {profession}',
      'where [~a] {profession} ~trainer',
      '~trainer [for] [~a] {profession} (where|location)',
    ],
  },
  /** Questions about trainers of a recipe or spell. */
  {
    name: 'teachers',
    tool: 'recipe_thresholds',
    patterns: [
      '~who ~teach [how to ~make|me] [~a] {recipe}',
      'where [~can|to] [~i] (~learn|~find|buy) [how to ~make|~a recipe for|the recipe of|the pattern for|the plans for] [~a] {recipe} [recipe|pattern|plans|schematic|formula]',
      'how [~can|to] [~i] ~learn [to ~make|how to ~make] [~a] {recipe}',
      '[~a] {recipe} ~trainer',
      '(~who|where) (has|have|sells|teaches|is) [~a] {recipe} (recipe|pattern|plans|schematic|formula|lesson)',
      '[~a] {recipe} (recipe|pattern|plans|schematic|formula) (where|location|source|~vendor)',
      'how much ~can [~a] {recipe} cost to ~learn',
      'what (skill|level) ~can ~i need (for|to ~make|to ~learn) [~a] {recipe}',
      'what (skill|level) [~be] (needed|required) (for|to ~make|to ~learn) [~a] {recipe}',
    ],
  },
  /** Questions about the lessons of a trainer. */
  {
    name: 'lessons',
    tool: 'npc_page',
    patterns: [
      '(what|which) [recipe|recipes|spells|skills|profession] ~can [~a] {npc} ~teach',
      '(what|which) [recipes|spells|skills] ~can ~i ~learn from [~a] {npc}',
    ],
  },
] as const satisfies readonly Intent[];
