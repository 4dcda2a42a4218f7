import { plateUrl } from '#client/ui/plate-url.ts'
import { Wrap } from '#client/ui/wrap.tsx'
import styles from './testimonial.module.css'

interface TestimonialProps {
  words: string
  client: string
  about: string
}

export function Testimonial({ words, client, about }: TestimonialProps) {
  return (
    <section className={styles.section} aria-label="A client’s words">
      <Wrap>
        <figure className={styles.figure}>
          <img
            className={styles.seal}
            src={plateUrl('rosette')}
            alt=""
            width="240"
            height="240"
            loading="lazy"
            decoding="async"
            data-print="off"
          />
          <blockquote className={styles.words}>“{words}”</blockquote>
          <figcaption className={styles.client}>
            <b>{client}</b>, {about}
          </figcaption>
        </figure>
      </Wrap>
    </section>
  )
}
