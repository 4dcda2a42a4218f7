import { fieldName } from '../../../shared/crm/field-names.ts'
import {
  listItems,
  type MergeRow,
  presetSide,
  type Side,
} from '../../../shared/crm/merge-clients.ts'
import { canonical } from '../../../shared/sync/values.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { wordMarks } from '../conflict/word-marks.ts'
import { valueWords } from '../value-words.ts'
import styles from './merge-clients.module.css'
import type { Merge } from './use-merge.ts'

interface MergeRowProps {
  row: MergeRow
  merge: Merge
  /** When each entry was added: on a phone, above its values. */
  added: Record<Side, string>
}

const sides: readonly Side[] = ['first', 'second']

export function MergeRowView({ row, merge, added }: MergeRowProps) {
  const Cell = row.kind === 'list' ? ListCell : ValueCell
  return (
    <tr>
      <th scope="row">
        {fieldName(row.field)}
        {row.kind === 'list' ? <small>Both can be kept</small> : null}
      </th>
      {sides.map((side) => (
        <td key={side} data-label={added[side]}>
          <Cell row={row} side={side} merge={merge} />
        </td>
      ))}
    </tr>
  )
}

interface CellProps {
  row: MergeRow
  side: Side
  merge: Merge
}

const entryNames: Record<Side, string> = { first: 'first entry', second: 'second entry' }

function ValueCell({ row, side, merge }: CellProps) {
  const { field } = row
  const words = valueWords(field, row[side])
  const other = valueWords(field, row[side === 'first' ? 'second' : 'first'])
  return (
    <label className={styles.option}>
      <input
        type="radio"
        name={field}
        aria-label={`${fieldName(field)}, ${entryNames[side]}: ${words || 'empty'}`}
        checked={(merge.choice.sides[field] ?? presetSide(row)) === side}
        onChange={() => merge.choose(field, side)}
      />
      <span className={styles.value}>
        {words === '' ? <i>Empty</i> : null}
        {wordMarks(words, other).map(({ text, marked }, at) =>
          // Pieces of one value, in its order; beside an empty one nothing is to be told apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          marked && other !== '' ? <mark key={at}>{text}</mark> : text,
        )}
      </span>
    </label>
  )
}

function ListCell({ row, side, merge }: CellProps) {
  const items = listItems(row)[side]
  const out = merge.choice.left[row.field] ?? []
  if (items.length === 0)
    return (
      <p className={styles.nothing}>{canonical(row[side]) === '' ? 'Empty' : 'Nothing more'}</p>
    )
  return items.map((item) => {
    const key = canonical(item)
    return (
      <Checkbox key={key} checked={!out.includes(key)} onChange={() => merge.tick(row.field, key)}>
        {valueWords(row.field, [item])}
      </Checkbox>
    )
  })
}
