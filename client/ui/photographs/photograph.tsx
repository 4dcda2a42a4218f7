import type { Photograph } from '#shared/site/owner/photographs.ts'
import styles from './photograph.module.css'

/** The files that the build made of a photograph: source sets by format, and the largest image. */
interface Picture {
  sources: Record<string, string>
  img: { src: string; w: number; h: number }
}

const pictures = import.meta.glob<Picture>(
  '/client/site/photographs/*.{jpg,jpeg,png,webp,avif,tiff}',
  {
    eager: true,
    query: '?w=480;800;1200;1600&format=avif;webp&quality=60&autoOrient&as=picture',
    import: 'default',
  },
)

/** Data addresses of some 200 bytes, shown while a photograph loads. */
const placeholders = import.meta.glob<string>(
  '/client/site/photographs/*.{jpg,jpeg,png,webp,avif,tiff}',
  {
    eager: true,
    query: '?w=20&format=webp&quality=30&autoOrient&inline',
    import: 'default',
  },
)

interface PhotoProps {
  photograph: Photograph
  /** Class that sets the frame's proportions. */
  className?: string | undefined
  /** Width on the screen, as the `sizes` attribute. */
  sizes: string
  /** Above the fold: loaded at once. */
  first?: boolean
}

/** A photograph in its frame, with its caption. Throws if its file is missing: the build stops. */
export function Photo({ photograph, className, sizes, first }: PhotoProps) {
  const { file, alt, caption, focus } = photograph
  const path = `/client/site/photographs/${file}`
  const picture = pictures[path]
  if (!picture) throw new Error(`There is no photograph ${file} in client/site/photographs`)
  // The content security policy forbids style attributes.
  const position = focus.map((part) => styles[part]).join(' ')
  return (
    <figure className={styles.figure}>
      <div className={[styles.frame, className].filter(Boolean).join(' ')}>
        <img src={placeholders[path]} alt="" className={position} data-print="off" />
        <picture>
          {Object.entries(picture.sources).map(([format, srcSet]) => (
            <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes} />
          ))}
          <img
            src={picture.img.src}
            alt={alt}
            width={picture.img.w}
            height={picture.img.h}
            className={position}
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
