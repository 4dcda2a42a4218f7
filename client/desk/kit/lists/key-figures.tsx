import styles from './key-figures.module.css'

interface KeyFigure {
  term: string
  value: string
  /** Before the figure, smaller: a currency. */
  unit?: string
  note?: string
}

/** A few numbers that a page is about. */
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
