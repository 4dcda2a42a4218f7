import table from '../../desk/data-table.module.css'
import type { ImportPlan, ImportSample } from '../../offline/crm/import-types.ts'
import { countWords } from './device-words.ts'
import styles from './import-sheet.module.css'

/** The first rows as clients. */
export function ImportSamples({ samples }: { samples: readonly ImportSample[] }) {
  return (
    <div>
      <h3 id="import-samples">The first rows</h3>
      {/* Wider than a phone: the keyboard scrolls it too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <section className={table.scroll} aria-labelledby="import-samples" tabIndex={0}>
        <table className={`${table.table} ${styles.samples}`}>
          <thead>
            <tr>
              {['Name', 'Location', 'E-mail', 'Telephone', 'Notes'].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {samples.map(({ row, name, location, email, phone, notes }) => (
              <tr key={row}>
                <th scope="row">{name || 'No name'}</th>
                <td>{location}</td>
                <td>{email}</td>
                <td className={styles.phone}>{phone}</td>
                <td className={styles.values}>{notes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** Rows that are not taken, each with its reason: none goes without a word. */
export function ImportProblems({ plan: { problems, problemCount } }: { plan: ImportPlan }) {
  const unlisted = problemCount - problems.length
  return (
    <section aria-labelledby="import-problems">
      <h3 id="import-problems">Cannot be imported</h3>
      <ul className={styles.list}>
        {problems.map(({ row, text, reason }) => (
          <li key={row}>
            <div>
              <b>{reason}</b>
              <p>
                Row {row}: {text}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {unlisted > 0 ? (
        <p className={styles.more}>And {countWords(unlisted, 'more', 'more')}.</p>
      ) : null}
    </section>
  )
}
