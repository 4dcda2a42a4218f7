import { wordMarks } from '#client/desk/clients/conflict/word-marks.ts'
import { valueWords } from '#client/desk/clients/value-words.ts'
import { ChoiceOption } from '#client/desk/kit/choice-option.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { fieldName } from '#shared/clients/field-names.ts'
import { listItems, type MergeRow, presetSide, type Side } from '#shared/clients/merge-clients.ts'
import { canonical } from '#shared/sync/values.ts'
import styles from './merge-clients.module.css'
import type { Merge } from './use-merge.ts'

interface MergeRowProps {
  row: MergeRow
  merge: Merge
  /** Which entry it is: above its values where the table has no head. */
  entries: Record<Side, string>
}

const sides: readonly Side[] = ['first', 'second']

export function MergeRowView({ row, merge, entries }: MergeRowProps) {
  const Cell = row.kind === 'list' ? ListCell : ValueCell
  return (
    <tr>
      <th scope="row">
        {fieldName(row.field)}
        {row.kind === 'list' ? <small>Both can be kept</small> : null}
      </th>
      {sides.map((side) => (
        <td key={side} data-label={entries[side]}>
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
    <ChoiceOption
      name={field}
      label={`${fieldName(field)}, ${entryNames[side]}: ${words || 'empty'}`}
      // Beside an empty value nothing is to be told apart.
      pieces={words && !other ? [{ text: words, marked: false }] : wordMarks(words, other)}
      checked={(merge.choice.sides[field] ?? presetSide(row)) === side}
      onChoose={() => merge.choose(field, side)}
    />
  )
}

function ListCell({ row, side, merge }: CellProps) {
  const items = listItems(row)[side]
  const out = merge.choice.left[row.field] ?? []
  if (items.length === 0)
    return (
      <p className={styles.nothing}>{canonical(row[side]) === '' ? 'Empty' : 'Nothing more'}</p>
    )
  return (
    <div className={styles.items}>
      {items.map((item) => {
        const key = canonical(item)
        return (
          <Checkbox
            key={key}
            checked={!out.includes(key)}
            onChange={() => merge.tick(row.field, key)}
          >
            {valueWords(row.field, [item])}
          </Checkbox>
        )
      })}
    </div>
  )
}
