import type { PlayerQuestion } from './player_question.ts';

/**
 * Forty questions that were written before the grammar of questions, by somebody who did not know it. They are judged
 * as a whole: the share that is answered says how the grammar does with words that nobody had in mind. Do not change
 * the grammar for a single question of this file.
 */

/** An honest statement that the data has no answer, or that a word matched nothing. */
const NOT_KNOWN =
  /\bnothing\b|\bnot (?:yet )?(?:known|public|found|understood)\b|\bunknown\b|\bmatched (?:nothing|no)\b|\bno (?:one|name|entry|quest|trainer|npc|answer|match|report|public|such|known)\b|\b(?:none|nobody)\b|\bcannot\b|\bdoes not\b/i;

const VALLEY: readonly PlayerQuestion[] = [
  {
    asks: 'linen where',
    world: 'valley',
    says: [/Linen Cloth/, /Defias Thug/, /about 50%/, /Elwynn Forest/],
    never: [/Linen Cloth[^\n;]*\bSheep\b/],
  },
  {
    asks: 'who drops malachite',
    world: 'valley',
    says: [/Kobold Miner/, /about 10%/],
    never: [/Malachite[^\n;.]*Kobold (?:Worker|Vermin)/],
  },
  {
    asks: 'anyone know what wool cloth drops from?',
    world: 'valley',
    says: [/Defias Pillager/, /about 40%/, /Westfall/],
    never: [/Wool Cloth[^\n;.]*Defias Thug/],
  },
  {
    asks: 'which mob has the assasins blade',
    world: 'valley',
    says: [/Assassin’s Blade/, /Defias Rogue Wizard/, /5\.3%/],
  },
  {
    asks: 'best place to farm linen cloth at level 4 pls',
    world: 'valley',
    says: [/Defias Thug/, /level 3(?:–|-| to )4/, /50%/],
  },
  {
    asks: 'Where is Tharynn Bouden?',
    world: 'valley',
    says: [/Tharynn Bouden/, /Elwynn Forest/, /41\.8, 67\.2/],
  },
  {
    asks: 'deputy willam location',
    world: 'valley',
    says: [/Deputy Willem/, /48\.2, 42\.9/],
  },
  {
    asks: 'need coarse thread, who sells it',
    world: 'valley',
    says: [/Coarse Thread/, /Tharynn Bouden/, /10 ?c/],
    never: [/Barkeep Dobbins[^\n.;]*Coarse Thread/, /Coarse Thread[^\n.;]*Barkeep Dobbins/],
  },
  {
    asks: 'who sells bread in elwynn',
    world: 'valley',
    says: [/Tough Hunk of Bread/, /Barkeep Dobbins/, /25 ?c/],
    never: [/Tough Hunk of Bread[^\n.;]*Tharynn Bouden/],
  },
  {
    asks: 'trainer cooking',
    world: 'valley',
    says: [/Tomas/, /44\.4, 66/],
    never: [/(?:Eldrin|Michelle Belle)[^\n.;]*Cooking" trainer/],
  },
  {
    asks: 'who teaches heavy linen bandage and how much is it',
    world: 'valley',
    says: [/Michelle Belle/, /2s 50c|2 s 50 c/],
    never: [/Heavy Linen Bandage[^\n.;]*Tomas/],
  },
  {
    asks: 'What trainers are there in Elwynn Forest?',
    world: 'valley',
    says: [/Tomas/, /Michelle Belle/, /Eldrin/],
  },
  {
    asks: 'elwynn quest givers',
    world: 'valley',
    says: [/Deputy Willem/, /Marshal McBride/, /William Pestle/],
    never: [/Barkeep Dobbins[^\n.;]*gives/],
  },
  {
    asks: 'who gives the quest kobold camp cleenup',
    world: 'valley',
    says: [/Kobold Camp Cleanup/, /Marshal McBride/],
  },
  {
    asks: 'where do i get the neophytes robe',
    world: 'valley',
    says: [/Neophyte’s Robe/, /Kobold Camp Cleanup/],
    never: [/Neophyte’s Robe[^\n]*about \d+%/],
  },
  {
    asks: 'cheapest way to 75 first aid on Whitemane',
    world: 'valley',
    says: [/Heavy Linen Bandage/, /55s 50c|55 s 50 c|52s|130/],
  },
  {
    asks: 'when does linen cloak go grey',
    world: 'valley',
    says: [/Linen Cloak/, /gr[ae]y\D{0,30}60\b|\b60\b\D{0,30}gr[ae]y/i],
  },
  {
    asks: 'linen cloth price skyfury',
    world: 'valley',
    says: [/Linen Cloth/, /Skyfury/, /40 ?c/],
  },
  {
    asks: 'whats selling best from tailoring on whitemane right now',
    world: 'valley',
    says: [/Bolt of Linen Cloth/, /Whitemane/, /95 ?c|15 ?c/],
  },
  {
    asks: 'how many warriors play on whitemane',
    world: 'valley',
    says: [/Whitemane/, /\b6\b[^\n]{0,25}warriors?|warriors?[^\n]{0,25}\b6\b/i],
    never: [/\b10 warriors?\b/i],
  },
  {
    asks: 'did anything change about linen bandages lately?',
    world: 'valley',
    says: [/Linen Bandage/, /confirmed|changed?|new/i, /yellow|green|gr[ae]y|skill/i],
  },
  {
    asks: 'what is still missing in elwynn forest',
    world: 'valley',
    says: [/Elwynn Forest/, /\b471\b|2 more|two more|\b1 NPC|one NPC/i],
  },
  {
    asks: 'does anyone know where thunderfury drops',
    world: 'valley',
    says: [NOT_KNOWN],
    never: [/thunderfury[^\n.;]*drops (?:from|off)? ?"?(?:Defias|Kobold|Timber|Stonetusk)/i],
  },
  {
    asks: 'how do I get to level 10 fast',
    world: 'valley',
    says: [NOT_KNOWN],
    never: [
      /(?:fastest|quickest) way to level 10 is/i,
      /from (?:skill )?1 to 10\b[^\n]*(?:Cooking|Tailoring|First Aid)/,
    ],
  },
  {
    asks: 'how many druids are on whitemane',
    world: 'valley',
    says: [/druids?[^\n]*(?:unknown|not known|fewer than three)|(?:unknown|not known|no public)[^\n]*druids?/i],
    never: [/\b(?:0|zero) druids?\b/i, /\bno druids (?:play|are on|there)\b/i, /druids?"?:? (?:is |are )?0\b/i],
  },
];

const DEMO: readonly PlayerQuestion[] = [
  {
    asks: 'red burlap bandanas, what drops them',
    world: 'demo',
    says: [/Red Burlap Bandana/, /Defias Bandit/, /Defias Thug/],
    never: [/Red Burlap Bandana[^\n.;]*Defias (?:Looter|Pillager|Pathstalker)/],
  },
  {
    asks: 'copper bar price whitemane',
    world: 'demo',
    says: [/Copper Bar/, /Whitemane/, /\b1 ?s \d+ ?c|\b1 ?s\b|\b[7-9]\d ?c/],
  },
  {
    asks: 'Where should I farm wool cloth at level 13?',
    world: 'demo',
    says: [/Defias Looter/, /Westfall/, /level 13/],
    never: [/Wool Cloth[^\n.;]*Kobold/],
  },
  {
    asks: 'where is hoger',
    world: 'demo',
    says: [/Hogger/, /Elwynn Forest/, /\b2[45](?:\.\d+)?, 9[34]/],
  },
  {
    asks: 'small brown pouch where to buy',
    world: 'demo',
    says: [/Small Brown Pouch/, /Tharynn Bouden/, /4 ?s 50 ?c/],
    never: [/Small Brown Pouch[^\n.;]*Corina Steele/],
  },
  {
    asks: 'copper veins in durotar',
    world: 'demo',
    says: [/Copper Vein/, /Durotar/, /\b5[34](?:\.\d+)?, 2[45]|\b4[45](?:\.\d+)?, 60/],
  },
  {
    asks: 'Which quest givers are there in Westfall?',
    world: 'demo',
    says: [/Farmer Saldean/, /Salma Saldean/, /Gryan Stoutmantle/],
    never: [/William MacGregor[^\n.;]*gives/],
  },
  {
    asks: 'any quests in elwynn that give a chest piece',
    world: 'demo',
    says: [/Kobold Camp Cleanup/, /Neophyte’s Robe/],
    never: [/Kobold Candles[^\n.;]*chest armou?r/i],
  },
  {
    asks: 'what needs goretusk livers',
    world: 'demo',
    says: [/Goretusk Liver Pie/, /Cooking/],
  },
  {
    asks: 'lvl tailorng 1-50 as cheap as possible, on whitemane',
    world: 'demo',
    says: [/Tailoring/, /Whitemane/, /Linen Cloak|Brown Linen Vest|Bolt of Linen Cloth/, /\d+ ?s\b/],
  },
  {
    asks: 'hows the shaman population on skyfury',
    world: 'demo',
    says: [/Skyfury/, /\b6\b[^\n]{0,25}shamans?|shamans?[^\n]{0,25}\b6\b/i],
    never: [/\b12 shamans?\b/i],
  },
  {
    asks: 'dirk vendor',
    world: 'demo',
    says: [/Dirk/, /Corina Steele/, /1 ?s 4 ?c/],
  },
  {
    asks: 'what reports are missing in tirisfal glades',
    world: 'demo',
    says: [/Tirisfal Glades/, /\b10\b|\b5 NPCs|one more|1 more/i],
  },
  {
    asks: 'where can i farm shadowgems',
    world: 'demo',
    says: [/Shadowgem/, NOT_KNOWN],
    never: [/Shadowgem[^\n.;]*(?:drops from|dropped by) "?Defias/i],
  },
  {
    asks: 'which quests give boots in westfall',
    world: 'demo',
    says: [NOT_KNOWN],
    never: [/boots[^\n.;]*(?:Westfall Stew|Goretusk Liver Pie|The People’s Militia|The Killing Fields)/i],
  },
];

export const HELD_OUT: readonly PlayerQuestion[] = [...VALLEY, ...DEMO];
