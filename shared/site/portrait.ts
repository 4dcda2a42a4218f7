import { getTexts } from '#shared/content/site-content.ts'

/** What stands for the owner on pages and in mails: the photograph, or the desk until there is one. */
export function getPortrait() {
  const { portrait: photograph } = getTexts('common').owner
  return {
    photograph,
    ...(photograph ?? {
      description:
        'A desk at night: a lamp, a sea chart with one route, a ruler, a pencil and a cup; a fjord in the window',
      caption: 'Pl. VI — The consultant’s desk',
    }),
  }
}
