import type { ImportColumn, ImportReading } from '#client/book/import/types.ts'
import table from '#client/desk/kit/data-table.module.css'
import { Select } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import {
  dateTargets,
  type ImportTarget,
  importTargets,
  targetLabel,
} from '#shared/clients/import/import-columns.ts'
import type { DateOrder } from '#shared/clients/import/read-date.ts'
import styles from './sheet.module.css'
import { dateOrderWords } from './words.ts'

interface ImportColumnsProps {
  columns: readonly ImportColumn[]
  reading: ImportReading
  onRead: (reading: ImportReading) => void
}

/** Lets the owner choose the field that each column of the file becomes. */
export function ImportColumns({ columns, reading, onRead }: ImportColumnsProps) {
  const { targets, dateOrders } = reading
  const match = (at: number, target: ImportTarget) =>
    onRead({ ...reading, targets: { ...targets, [at]: target } })
  const order = (at: number, first: DateOrder) =>
    onRead({ ...reading, dateOrders: { ...dateOrders, [at]: first } })
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
          {columns.map((column) => (
            <tr key={column.at}>
              <th scope="row">{column.name}</th>
              <td className={`${type.note} ${styles.values}`}>{column.samples.join(' · ')}</td>
              <td>
                <div className={styles.choices}>
                  <Select
                    aria-label={`${column.name} becomes`}
                    value={targetOf(column, reading)}
                    onChange={(event) => match(column.at, event.target.value as ImportTarget)}
                  >
                    {importTargets.map((one) => (
                      <option key={one} value={one}>
                        {targetLabel(one)}
                      </option>
                    ))}
                  </Select>
                  {asksForOrder(column, reading) ? (
                    <DateOrderSelect
                      name={column.name}
                      value={dateOrders[column.at]}
                      onChoose={(first) => order(column.at, first)}
                    />
                  ) : null}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface DateOrderSelectProps {
  name: string
  value: DateOrder | undefined
  onChoose: (first: DateOrder) => void
}

function DateOrderSelect({ name, value, onChoose }: DateOrderSelectProps) {
  return (
    <Select
      aria-label={`Dates in ${name}`}
      aria-invalid={value === undefined}
      value={value ?? ''}
      onChange={(event) => onChoose(event.target.value as DateOrder)}
    >
      <option value="" disabled>
        Day or month first?
      </option>
      {Object.entries(dateOrderWords).map(([first, words]) => (
        <option key={first} value={first}>
          {words}
        </option>
      ))}
    </Select>
  )
}

function targetOf({ at, target }: ImportColumn, { targets }: ImportReading): ImportTarget {
  return targets[at] ?? target
}

/** Whether the dates of the column are ambiguous: day or month first. */
function asksForOrder(column: ImportColumn, reading: ImportReading): boolean {
  return column.dates === 'ask' && dateTargets.includes(targetOf(column, reading))
}

/** The columns with ambiguous dates for which the owner has not chosen an order yet. */
export function undecidedDates(
  columns: readonly ImportColumn[],
  reading: ImportReading,
): ImportColumn[] {
  return columns.filter(
    (column) => asksForOrder(column, reading) && reading.dateOrders[column.at] === undefined,
  )
}
