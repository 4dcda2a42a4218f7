import { Plate } from '#client/ui/plate.tsx'
import text from '#client/ui/type.module.css'
import { getBusiness, getTexts } from '#shared/content/site-content.ts'
import { getPortrait } from '#shared/site/portrait.ts'
import { Photo } from './photograph.tsx'
import styles from './portrait.module.css'

interface PortraitProps {
  first?: boolean
  /** 96 px wide, without a caption. */
  small?: boolean
}

/** The owner's photograph, or the owner's desk while there is none: 4:5. */
export function Portrait({ first = false, small = false }: PortraitProps) {
  const { photograph, description, ...portrait } = getPortrait()
  const caption = small ? '' : portrait.caption
  const frame = small ? `${styles.frame} ${styles.small}` : styles.frame
  if (photograph)
    return (
      <Photo
        photograph={{ ...photograph, caption }}
        className={frame}
        sizes={small ? '6rem' : '(max-width: 60rem) 92vw, 40vw'}
        first={first}
        part="common.owner"
      />
    )
  return (
    <figure data-print="picture" data-part="common.owner">
      <div className={`${styles.plate} ${frame}`}>
        <Plate name="study" alt={description} loading={first ? 'first' : 'later'} />
      </div>
      {caption ? (
        <figcaption className={`${text.caption} ${styles.caption}`}>{caption}</figcaption>
      ) : null}
    </figure>
  )
}

/** The owner's name and role; nothing while the name is not known. */
export function Signature() {
  const { founder } = getBusiness()
  if (founder === null) return null
  return (
    <div className={styles.signature} data-part="common.owner">
      <b>{founder}</b>
      <span>{getTexts('common').owner.role}</span>
    </div>
  )
}
