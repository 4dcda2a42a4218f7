import { Link } from 'react-router-dom'
import { business, mailLink, phoneLink } from '../../shared/site/business.ts'
import { titles } from '../../shared/site/titles.ts'
import { useTitle } from '../lib/use-title.ts'
import { ContactSection } from './contact-section.tsx'

const ways = [
  { term: 'Write', link: <a href={mailLink()}>{business.email}</a> },
  { term: 'Call', link: <a href={phoneLink}>{business.phone}</a> },
  { term: 'Travel', link: <Link to="/inquiry-form">Fill in the travel enquiry</Link> },
  {
    term: 'Meet',
    link: <Link to="/service/initial-consultation">Book a 30-minute video call</Link>,
  },
]

export function ContactPage() {
  useTitle(titles['/contact'])
  return (
    <ContactSection
      level="page"
      title="One person reads every message."
      lead="A sentence is enough. Tell us the season, or the building, and where to write back."
      ways={ways}
    />
  )
}
