/** How texts on talents call a class: `Warrior`. */
export const classWord = (slug: string | null): string =>
  slug === null ? 'Class' : `${slug.slice(0, 1).toUpperCase()}${slug.slice(1)}`;
