import { getTexts } from '#shared/content/site-content.ts'

const plates = {
  artistry: {
    name: 'arch',
    caption: 'Pl. II — Skerries, with a route for two',
    description:
      'Engraved sea chart of a Nordic archipelago with one dotted route between its islands',
  },
  mastery: {
    name: 'sheet',
    caption: 'Pl. III — A lodge, elevation and plan',
    description: 'Architect’s drawing of a small Nordic lodge: elevation above, floor plan below',
  },
} as const

/** The two kinds of service, shown as cards on Home and side by side on the Services page. */
export function listDisciplines() {
  const { artistry, mastery } = getTexts('services')
  return [
    {
      ...artistry,
      part: 'services.artistry',
      to: '/services/nordic-luxury-travel',
      linkName: 'Explore services: Artistry, Nordic luxury travel',
      plate: plates.artistry,
    },
    {
      ...mastery,
      part: 'services.mastery',
      to: '/services/hospitality-consultancy',
      linkName: 'Explore services: Mastery, hospitality consultancy',
      plate: plates.mastery,
    },
  ]
}
