import {
  type DuplicateChoice,
  duplicateChoices,
  type ImportDuplicate,
  type LimitedList,
} from '#client/data/import/types.ts'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { Select } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { pluralize } from '#shared/lib/format-number.ts'
import styles from './import-preview.module.css'
import { formatDuplicate } from './import-text.ts'

interface ImportDuplicatesProps {
  title: string
  choiceTexts: Record<DuplicateChoice, string>
  duplicates: LimitedList<ImportDuplicate>
  defaultChoice: DuplicateChoice
  /** Choices for single rows; the other rows follow `all`. */
  rowChoices: Record<number, DuplicateChoice>
  onChooseAll: (choice: DuplicateChoice) => void
  onChooseRow: (row: number, choice: DuplicateChoice) => void
}

/** Rows that match a client of the book or an earlier row of the file. */
export function ImportDuplicates(props: ImportDuplicatesProps) {
  const { title, choiceTexts, duplicates, defaultChoice, rowChoices, onChooseAll, onChooseRow } =
    props
  const unlisted = duplicates.count - duplicates.first.length
  const id = `import-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={id}>
      <div className={`split ${styles.head}`}>
        <h3 id={id}>{title}</h3>
        <SegmentedControl
          label={`${title}: all`}
          value={defaultChoice}
          options={duplicateChoices.map((choice) => ({
            value: choice,
            label: choiceTexts[choice],
          }))}
          onChange={onChooseAll}
        />
      </div>
      <ul className={styles.list}>
        {duplicates.first.map((duplicate) => (
          <li key={duplicate.row}>
            <div>
              <b className={kit.rowTitle}>{duplicate.name}</b>
              <p className={type.note}>
                Row {duplicate.row}. {formatDuplicate(duplicate)}
              </p>
            </div>
            <Select
              aria-label={`${duplicate.name}, row ${duplicate.row}`}
              value={rowChoices[duplicate.row] ?? defaultChoice}
              onChange={(event) =>
                onChooseRow(duplicate.row, event.target.value as DuplicateChoice)
              }
            >
              {duplicateChoices.map((choice) => (
                <option key={choice} value={choice}>
                  {choiceTexts[choice]}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
      {unlisted > 0 ? (
        <p className={`${type.note} ${styles.more}`}>
          And {pluralize(unlisted, 'more', 'more')}, treated as chosen for all.
        </p>
      ) : null}
    </section>
  )
}
