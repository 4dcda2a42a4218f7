import styles from './plate.module.css'

const plates = {
  fjord: { file: 'fjord.svg', ratio: [1440, 900] },
  'fjord-sky': { file: 'fjord-sky.svg', ratio: [1440, 900] },
  'fjord-aurora': { file: 'fjord-aurora.svg', ratio: [1440, 900] },
  'fjord-land': { file: 'fjord-land.svg', ratio: [1440, 900] },
  arch: { file: 'arch.svg', ratio: [1000, 1200] },
  'arch-night': { file: 'arch-night.svg', ratio: [1000, 1200] },
  sheet: { file: 'sheet.svg', ratio: [1000, 1200] },
  birch: { file: 'birch.svg', ratio: [1000, 1240] },
  winter: { file: 'winter.svg', ratio: [1440, 900] },
  taiga: { file: 'taiga.svg', ratio: [1440, 720] },
  lodge: { file: 'lodge.svg', ratio: [1000, 1200] },
} as const

export type PlateName = keyof typeof plates

interface PlateProps {
  name: PlateName
  /** Which part stays in view where the frame crops it. */
  hold?: 'middle' | 'bottom'
  /** What it shows; leave out where it is decoration. */
  alt?: string
  /** `first`: in the first view, needed at once; `later`: further down, fetched when near. */
  when?: 'first' | 'later'
}

/** An engraved plate that fills its frame. */
export function Plate({ name, hold = 'middle', alt = '', when }: PlateProps) {
  const { file, ratio } = plates[name]
  return (
    <img
      className={`${styles.plate} ${styles[hold]}`}
      src={`/plates/${file}`}
      alt={alt}
      width={ratio[0]}
      height={ratio[1]}
      decoding="async"
      fetchPriority={when === 'first' ? 'high' : undefined}
      loading={when === 'later' ? 'lazy' : undefined}
      data-print="off"
    />
  )
}
