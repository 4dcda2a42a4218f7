import { Plate } from '#client/ui/plate.tsx'
import text from '#client/ui/type.module.css'
import { deskPlate } from '#shared/site/content-common.ts'
import { photographs } from '#shared/site/owner/photographs.ts'
import { PlateFrame } from './content-elements.tsx'
import styles from './photograph.module.css'
import { Photo } from './photograph.tsx'

interface PortraitProps {
  className: string | undefined
  first?: boolean
}

/** The owner's photograph, or the owner's desk while there is none. */
export function Portrait({ className, first = false }: PortraitProps) {
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
        <Plate name="study" alt={deskPlate.description} loading={first ? 'first' : 'later'} />
      </PlateFrame>
      <figcaption className={`${text.caption} ${styles.portraitCaption}`}>
        {deskPlate.caption}
      </figcaption>
    </figure>
  )
}
