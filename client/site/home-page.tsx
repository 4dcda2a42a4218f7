import type { ReactNode } from 'react'
import { isShown } from '#client/lib/shown-content.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { business } from '#shared/site/business.ts'
import { philosophy } from '#shared/site/content-home.ts'
import { titles } from '#shared/site/titles.ts'
import { Artisan } from './artisan.tsx'
import { Craft } from './craft.tsx'
import { Hero } from './hero.tsx'
import { HomeContact } from './home-contact.tsx'
import { Invitation } from './invitation.tsx'
import { Philosophy } from './philosophy.tsx'
import { Story } from './story.tsx'
import { Testimonial } from './testimonial.tsx'
import { Values } from './values.tsx'

export function HomePage({ contactForm }: { contactForm?: ReactNode }) {
  useTitle(titles['/'])
  return (
    <>
      <Hero />
      <Craft />
      <Artisan />
      <Philosophy {...philosophy} />
      <Values />
      <Story />
      {isShown('testimonials') ? <Testimonial {...business.testimonials.home} /> : null}
      <Invitation />
      <HomeContact form={contactForm} />
    </>
  )
}
