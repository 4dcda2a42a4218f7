import { type ImportTarget, importTargets } from '../../../shared/crm/import-columns.ts'
import table from '../../desk/data-table.module.css'
import type { ImportColumn } from '../../offline/crm/import-types.ts'
import { Select } from '../../ui/select.tsx'
import styles from './import-sheet.module.css'
import { targetWords } from './import-words.ts'

interface ImportColumnsProps {
  columns: readonly ImportColumn[]
  /** What the owner said; the others are as they were matched by their names. */
  targets: Record<number, ImportTarget>
  onMatch: (at: number, target: ImportTarget) => void
}

/** What each column of the file becomes. */
export function ImportColumns({ columns, targets, onMatch }: ImportColumnsProps) {
  return (
    <section aria-labelledby="import-columns">
      <h3 id="import-columns">Columns</h3>
      <table className={`${table.table} ${styles.columns}`}>
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">First values</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ at, name, target, samples }) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              <td className={styles.values}>{samples.join(' · ')}</td>
              <td>
                <Select
                  aria-label={`${name} becomes`}
                  value={targets[at] ?? target}
                  onChange={(event) => onMatch(at, event.target.value as ImportTarget)}
                >
                  {importTargets.map((one) => (
                    <option key={one} value={one}>
                      {targetWords[one]}
                    </option>
                  ))}
                </Select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
