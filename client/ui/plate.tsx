import styles from './plate.module.css'

/** Width and height of each drawing. */
const plates = {
  fjord: [1440, 900],
  'fjord-sky': [1440, 900],
  'fjord-aurora': [1440, 900],
  'fjord-mountains': [1440, 900],
  'fjord-foreground': [1440, 900],
  arch: [1000, 1200],
  'arch-night': [1000, 1200],
  sheet: [1000, 1200],
  winter: [1440, 900],
  taiga: [1440, 720],
  falls: [1000, 1200],
  dunes: [1000, 1200],
  lodge: [1000, 1200],
  study: [800, 1000],
  harbour: [1000, 1200],
  table: [1000, 1200],
} as const

export type PlateName = keyof typeof plates

interface PlateProps {
  name: PlateName
  /** Part that stays visible when the frame crops the plate. */
  position?: 'top' | 'high' | 'middle' | 'low' | 'bottom'
  /** Leave out if the plate is decoration. */
  alt?: string
  /** `first`: above the fold, loaded with high priority; `later`: loaded lazily. */
  loading?: 'first' | 'later'
}

/** An engraving that fills its frame. */
export function Plate({ name, position = 'middle', alt = '', loading }: PlateProps) {
  const [width, height] = plates[name]
  return (
    <img
      className={`${styles.plate} ${styles[position]}`}
      data-plate={name}
      src={plateUrl(name)}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      fetchPriority={loading === 'first' ? 'high' : undefined}
      loading={loading === 'later' ? 'lazy' : undefined}
      data-print="picture"
    />
  )
}

// The charts of journeys belong to three pages; every page loads this list.
const urls = import.meta.glob<string>(['./plates/*.svg', '!./plates/route-*.svg'], {
  eager: true,
  query: '?url',
  import: 'default',
})

/** URL of an engraving in `plates/`; with a content hash once built. Throws if there is none. */
function plateUrl(name: string): string {
  const url = urls[`./plates/${name}.svg`]
  if (!url) throw new Error(`There is no engraving ${name}.svg in client/ui/plates`)
  return url
}
