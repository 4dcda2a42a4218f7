import type { ImportColumn, ImportMapping } from '#client/data/import/types.ts'
import table from '#client/desk/kit/data-table.module.css'
import { Select } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import type { DateOrder } from '#shared/clients/import/date-parser.ts'
import {
  dateTargets,
  getTargetLabel,
  type ImportTarget,
  importTargets,
} from '#shared/clients/import/import-columns.ts'
import styles from './import-preview.module.css'
import { dateOrderTexts } from './import-text.ts'

interface ImportColumnsProps {
  columns: readonly ImportColumn[]
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

/** Lets the owner choose the field that each column of the file becomes. */
export function ImportColumns({ columns, mapping, onChange }: ImportColumnsProps) {
  const { targets, dateOrders } = mapping
  const match = (at: number, target: ImportTarget) =>
    onChange({ ...mapping, targets: { ...targets, [at]: target } })
  const order = (at: number, first: DateOrder) =>
    onChange({ ...mapping, dateOrders: { ...dateOrders, [at]: first } })
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
          {columns.map((column) => {
            const value = dateOrders[column.index]
            return (
              <tr key={column.index}>
                <th scope="row">{column.name}</th>
                <td className={`${type.note} ${styles.values}`}>{column.samples.join(' · ')}</td>
                <td>
                  <div className="stack gap-2">
                    <Select
                      aria-label={`${column.name} becomes`}
                      value={getTarget(column, mapping)}
                      onChange={(event) => match(column.index, event.target.value as ImportTarget)}
                    >
                      {importTargets.map((one) => (
                        <option key={one} value={one}>
                          {getTargetLabel(one)}
                        </option>
                      ))}
                    </Select>
                    {needsDateOrder(column, mapping) ? (
                      <Select
                        aria-label={`Dates in ${column.name}`}
                        aria-invalid={value === undefined}
                        value={value ?? ''}
                        onChange={(event) => order(column.index, event.target.value as DateOrder)}
                      >
                        <option value="" disabled>
                          Day or month first?
                        </option>
                        {Object.entries(dateOrderTexts).map(([first, text]) => (
                          <option key={first} value={first}>
                            {text}
                          </option>
                        ))}
                      </Select>
                    ) : null}
                  </div>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function getTarget({ index, target }: ImportColumn, { targets }: ImportMapping): ImportTarget {
  return targets[index] ?? target
}

/** Whether the dates of the column are ambiguous: day or month first. */
function needsDateOrder(column: ImportColumn, mapping: ImportMapping): boolean {
  return column.dateOrder === 'ask' && dateTargets.includes(getTarget(column, mapping))
}

/** The columns with ambiguous dates for which the owner has not chosen an order yet. */
export function listUndecidedDateColumns(
  columns: readonly ImportColumn[],
  mapping: ImportMapping,
): ImportColumn[] {
  return columns.filter(
    (column) => needsDateOrder(column, mapping) && mapping.dateOrders[column.index] === undefined,
  )
}
