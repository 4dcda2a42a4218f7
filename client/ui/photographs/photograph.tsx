import { toPhotographPath } from '#shared/photographs/paths.ts'
import type { PhotographFormat, PublishedPhotograph } from '#shared/photographs/photographs.ts'
import styles from './photograph.module.css'

interface PhotoProps {
  photograph: PublishedPhotograph
  /** Class that sets the frame's proportions. */
  className?: string | undefined
  /** Width on the screen, as the `sizes` attribute. */
  sizes: string
  /** Above the fold: loaded at once. */
  first?: boolean
  /** The part of the content that it shows. */
  part?: string
}

/** A photograph in its frame, with its caption. One that has no files yet, in a preview, is its placeholder. */
export function Photo({ photograph, className, sizes, first, part }: PhotoProps) {
  const { description, caption, placeholder, width, height } = photograph
  const focus = toAttributes(photograph)
  const largest = photograph.sizes.findLast(({ format }) => format === 'webp')
  return (
    <figure className={styles.figure} data-part={part}>
      <div className={[styles.frame, className].filter(Boolean).join(' ')}>
        {placeholder ? <img src={placeholder} alt="" {...focus} data-print="off" /> : null}
        <picture>
          {(['avif', 'webp'] as const).map((format) => (
            <source
              key={format}
              type={`image/${format}`}
              srcSet={toSourceSet(photograph, format)}
              sizes={sizes}
            />
          ))}
          <img
            src={largest ? toPhotographPath(largest) : placeholder}
            alt={description}
            width={width}
            height={height}
            {...focus}
            decoding="async"
            fetchPriority={first ? 'high' : undefined}
            loading={first ? undefined : 'lazy'}
          />
        </picture>
      </div>
      {caption ? <figcaption className={styles.caption}>{caption}</figcaption> : null}
    </figure>
  )
}

function toSourceSet({ sizes }: PublishedPhotograph, format: PhotographFormat): string {
  return sizes
    .filter((size) => size.format === format)
    .map((size) => `${toPhotographPath(size)} ${size.width}w`)
    .join(', ')
}

/** In steps of 10 %, which the style sheet knows: the content security policy forbids style attributes. */
function toAttributes({ focus: { x, y } }: PublishedPhotograph) {
  return { 'data-x': Math.round(x / 10), 'data-y': Math.round(y / 10) }
}
