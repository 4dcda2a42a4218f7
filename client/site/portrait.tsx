import { Plate, type PlateName } from '#client/ui/plate.tsx'
import text from '#client/ui/type.module.css'
import { photographs } from '#shared/site/owner/photographs.ts'
import { PlateFrame } from './content-elements.tsx'
import { Photo } from './photograph.tsx'
import styles from './portrait.module.css'

interface PortraitProps {
  /** Shown until there is a photograph, with this text and this caption. */
  plate: PlateName
  alt: string
  caption: string
  className: string | undefined
  first?: boolean
}

/** The owner's photograph, or a plate while there is none. */
export function Portrait({ plate, alt, caption, className, first = false }: PortraitProps) {
  const { portrait } = photographs
  if (portrait)
    return (
      <Photo
        photograph={portrait}
        className={className}
        sizes="(max-width: 60rem) 92vw, 40vw"
        first={first}
      />
    )
  return (
    <figure data-print="off">
      <PlateFrame className={className}>
        <Plate name={plate} alt={alt} loading={first ? 'first' : 'later'} />
      </PlateFrame>
      <figcaption className={`${text.caption} ${styles.caption}`}>{caption}</figcaption>
    </figure>
  )
}
