import type { ImportPlan, ImportSample } from '#client/book/import/types.ts'
import { countWords } from '#client/desk/clients/settings/device-words.ts'
import table from '#client/desk/kit/data-table.module.css'
import styles from './sheet.module.css'

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
export function ImportProblems({ problems }: Pick<ImportPlan, 'problems'>) {
  return (
    <Lines
      title="Cannot be imported"
      id="import-problems"
      count={problems.count}
      lines={problems.first.map(({ row, text, reason }) => ({
        key: String(row),
        head: reason,
        text: `Row ${row}: ${text}`,
      }))}
    />
  )
}

/** Cells that are not what their column says, such as words in a column of addresses. */
export function ImportUnread({ unread }: Pick<ImportPlan, 'unread'>) {
  return (
    <Lines
      title="Not understood, kept in the notes"
      id="import-unread"
      count={unread.count}
      lines={unread.first.map(({ row, column, value }, at) => ({
        key: `${row} ${at}`,
        head: value,
        text: `Row ${row}, ${column}`,
      }))}
    />
  )
}

interface LinesProps {
  title: string
  id: string
  count: number
  /** The first of them. */
  lines: readonly { key: string; head: string; text: string }[]
}

function Lines({ title, id, count, lines }: LinesProps) {
  const unlisted = count - lines.length
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className={styles.list}>
        {lines.map(({ key, head, text }) => (
          <li key={key}>
            <div>
              <b>{head}</b>
              <p>{text}</p>
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
