import { useId } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { Contours } from '#client/ui/contours.tsx'
import layout from '#client/ui/layout.module.css'
import { Photo } from '#client/ui/photographs/photograph.tsx'
import { Plate } from '#client/ui/plate.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { toFirstBooking } from '#shared/content/services.ts'
import { getTexts, isSample } from '#shared/content/site-content.ts'
import type { PublishedPhotograph } from '#shared/photographs/photographs.ts'
import { BOOKING_LABEL, type InquiryPrompt } from '#shared/site/links.ts'
import { Emphasis } from './content-elements.tsx'
import styles from './sections.module.css'

interface PartProps {
  /** The part of the content that it shows. */
  part: string
}

interface PhilosophyProps extends PartProps {
  title: string
  statement: string
}

/** One sentence on dark green, with contour lines. */
export function Philosophy({ part, title, statement }: PhilosophyProps) {
  const id = useId()
  return (
    <section
      className={`${styles.philosophy} grain`}
      data-ground="dark"
      data-part={part}
      aria-labelledby={id}
    >
      <Contours side="night" />
      <Wrap className={styles.philosophyText}>
        <h2 className={`${text.kicker} ${styles.philosophyTitle}`} id={id}>
          {title}
        </h2>
        <p className={styles.statement}>
          <Emphasis>{statement}</Emphasis>
        </p>
      </Wrap>
    </section>
  )
}

interface TestimonialProps extends PartProps {
  quote: string
  client: string
  about: string
}

export function Testimonial({ part, quote, client, about }: TestimonialProps) {
  return (
    <section className={layout.section} aria-label="A client’s words" data-part={part}>
      <Wrap>
        <figure className={styles.figure}>
          <blockquote className={styles.quote}>
            <span className={styles.mark} aria-hidden="true">
              “
            </span>
            {quote}
          </blockquote>
          <figcaption className={styles.client}>
            <b>{client}</b> {about}
            <small>
              {isSample('testimonials')
                ? 'A sample: only words that a client permits me to print will stand here.'
                : 'A client’s own words, printed with their permission.'}
            </small>
          </figcaption>
        </figure>
      </Wrap>
    </section>
  )
}

interface PhotosProps extends PartProps {
  photographs: readonly PublishedPhotograph[]
  label: string
  /** Keeps a distance from the section above, which has another background. */
  isApart?: boolean
}

/** Up to four photographs side by side; nothing if there are none. */
export function Photos({ part, photographs, label, isApart }: PhotosProps) {
  if (photographs.length === 0) return null
  return (
    <section
      className={isApart ? layout.section : styles.photos}
      aria-label={label}
      data-part={part}
    >
      <Wrap className={styles.photoRow}>
        {photographs.map((photograph) => (
          <Photo
            key={photograph.id}
            photograph={photograph}
            className={styles.photo}
            sizes={`(max-width: 45rem) 92vw, ${Math.round(92 / photographs.length)}vw`}
          />
        ))}
      </Wrap>
    </section>
  )
}

/** Strip at the end of the service pages, with a link to the enquiry form. */
export function InquiryPromptStrip({ question, link }: InquiryPrompt) {
  return (
    <section className={styles.strip} aria-label="Enquiry form">
      <Contours side="right" />
      <Wrap className={`split ${styles.stripRow}`}>
        <p className={styles.question}>{question}</p>
        <TextLink to="/inquiry-form">{link}</TextLink>
      </Wrap>
    </section>
  )
}

/** The call to action at the end of a page. */
interface Invitation {
  title: string
  lead: string
  link: string
  to: string
}

interface CallToActionProps extends Partial<PartProps> {
  /** Less high, for a page that is not Home. */
  low?: boolean
  /** The plate beside the words; the northern lights behind them if left out. */
  plate?: 'table' | 'harbour'
  /** Texts and link; an invitation to the free consultation if left out. */
  invitation?: Invitation
}

/** The end of a page: an invitation to the next step. */
export function CallToAction({
  part = 'common.invitation',
  low,
  plate,
  invitation = {
    ...getTexts('common').invitation,
    link: BOOKING_LABEL,
    to: toFirstBooking(),
  },
}: CallToActionProps) {
  const id = useId()
  return (
    <section
      className={`${styles.callToAction} ${low ? styles.low : ''} ${plate ? styles.beside : ''} grain`}
      data-ground="dark"
      data-part={part}
      data-print="off"
      aria-labelledby={id}
    >
      {plate ? (
        <div className={styles.plate}>
          <Plate name={plate} position="low" loading="later" />
        </div>
      ) : (
        <Plate name="taiga" position="bottom" loading="later" />
      )}
      <Wrap className={styles.callToActionText}>
        <h2 className={`${text.h1} ${styles.callToActionTitle}`} id={id}>
          {invitation.title}
        </h2>
        <p className={styles.callToActionLead}>{invitation.lead}</p>
        <ButtonLink variant="cream" to={invitation.to} arrow>
          {invitation.link}
        </ButtonLink>
      </Wrap>
    </section>
  )
}
