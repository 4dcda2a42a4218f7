import { isShown } from '#client/lib/shown-content.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { business } from '#shared/site/business.ts'
import { artistryHero } from '#shared/site/content-artistry.ts'
import { travelEnquiry } from '#shared/site/content-common.ts'
import { titles } from '#shared/site/titles.ts'
import { LongFormStrip } from './long-form.tsx'
import { Offers } from './offers.tsx'
import { ServiceHero } from './service-hero.tsx'
import { Testimonial } from './testimonial.tsx'
import { ThreeSteps } from './three-steps.tsx'

export function ArtistryPage() {
  useTitle(titles['/services/nordic-luxury-travel'])
  return (
    <>
      <ServiceHero plate="arch-night" {...artistryHero} />
      <Offers />
      <ThreeSteps />
      {isShown('testimonials') ? <Testimonial {...business.testimonials.artistry} /> : null}
      <LongFormStrip {...travelEnquiry} />
    </>
  )
}
