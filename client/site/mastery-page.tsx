import { useTitle } from '#client/lib/use-title.ts'
import { masteryHero, travelInstead } from '#shared/site/content-mastery.ts'
import { titles } from '#shared/site/titles.ts'
import { Engagements } from './engagements.tsx'
import { FloorPlan } from './floor-plan.tsx'
import { LongFormStrip } from './long-form.tsx'
import { MeetingTerms } from './meeting-terms.tsx'
import { ServiceHero } from './service-hero.tsx'

export function MasteryPage() {
  useTitle(titles['/services/hospitality-consultancy'])
  return (
    <>
      <ServiceHero plate="sheet" {...masteryHero} />
      <Engagements />
      <FloorPlan />
      <MeetingTerms />
      <LongFormStrip {...travelInstead} />
    </>
  )
}
