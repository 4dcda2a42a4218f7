import styles from './plate.module.css'

/** Width and height of their drawing. */
const plates = {
  fjord: [1440, 900],
  'fjord-sky': [1440, 900],
  'fjord-aurora': [1440, 900],
  'fjord-land': [1440, 900],
  arch: [1000, 1200],
  'arch-night': [1000, 1200],
  sheet: [1000, 1200],
  birch: [1000, 1240],
  winter: [1440, 900],
  taiga: [1440, 720],
  lodge: [1000, 1200],
} as const

export type PlateName = keyof typeof plates

interface PlateProps {
  name: PlateName
  /** Which part stays in view where the frame crops it. */
  hold?: 'middle' | 'low' | 'bottom'
  /** What it shows; leave out where it is decoration. */
  alt?: string
  /** `first`: in the first view, needed at once; `later`: further down, fetched when near. */
  when?: 'first' | 'later'
}

/** An engraved plate that fills its frame. */
export function Plate({ name, hold = 'middle', alt = '', when }: PlateProps) {
  const [width, height] = plates[name]
  return (
    <img
      className={`${styles.plate} ${styles[hold]}`}
      src={plateUrl(name)}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      fetchPriority={when === 'first' ? 'high' : undefined}
      loading={when === 'later' ? 'lazy' : undefined}
      data-print="off"
    />
  )
}

const urls = import.meta.glob<string>('./plates/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The address of an engraving of `plates/`, which carries its content's hash once built. */
export function plateUrl(name: string): string {
  const url = urls[`./plates/${name}.svg`]
  if (!url) throw new Error(`There is no plate ${name}`)
  return url
}
