import { id, strictObject } from '../fields.ts';
import { loot } from './page_parts.ts';
import { entity, pageAnswer } from './parts.ts';
import { toolContract } from './tool.ts';

/** Everything public about an object. */
export const object_page = toolContract({
  name: 'object_page',
  title: 'Page of an object',
  description:
    'Everything public about one object that players looted, such as a chest or a herb: its contents and how often they dropped, or that it was measurably empty; reports from only one or two players are listed separately. Records have no names or positions of objects, so there is neither.',
  layers: ['observed'],
  arguments: { objectId: id('The object, by its id in the game.') },
  output: pageAnswer(
    strictObject('The public facts about the object.', {
      object: entity('The object; it never has a name.'),
      loot: loot(),
    }),
  ),
});
