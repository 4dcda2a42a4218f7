import styles from './key-figures.module.css'

interface KeyFigure {
  term: string
  value: string
  /** Set small before the figure, for example a currency. */
  unit?: string
  note?: string
}

/** The key figures of a page. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <div className={styles.room}>
      <dl className={styles.figures}>
        {figures.map(({ term, value, unit, note }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {unit ? <small>{unit}</small> : null}
              {value}
            </dd>
            {note ? <dd className={styles.note}>{note}</dd> : null}
          </div>
        ))}
      </dl>
    </div>
  )
}
