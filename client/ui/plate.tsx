import styles from './plate.module.css'

const plates = {
  fjord: { file: 'fjord.svg', ratio: [1440, 900] },
  'arch-night': { file: 'arch-night.svg', ratio: [1000, 1200] },
  sheet: { file: 'sheet.svg', ratio: [1000, 1200] },
  taiga: { file: 'taiga.svg', ratio: [1440, 720] },
  lodge: { file: 'lodge.svg', ratio: [1000, 1200] },
} as const

export type PlateName = keyof typeof plates

interface PlateProps {
  name: PlateName
  /** Which part stays in view where the frame crops it. */
  hold?: 'middle' | 'bottom'
}

/** An engraved plate that fills its frame; decoration, so it has no words of its own. */
export function Plate({ name, hold = 'middle' }: PlateProps) {
  const { file, ratio } = plates[name]
  return (
    <img
      className={`${styles.plate} ${styles[hold]}`}
      src={`/plates/${file}`}
      alt=""
      width={ratio[0]}
      height={ratio[1]}
      decoding="async"
      data-print="off"
    />
  )
}
