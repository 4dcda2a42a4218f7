import { Segmented } from '../../desk/segmented.tsx'
import {
  type DuplicateChoice,
  duplicateChoices,
  type ImportPlan,
} from '../../offline/crm/import-types.ts'
import { Select } from '../../ui/select.tsx'
import { countWords } from './device-words.ts'
import styles from './import-sheet.module.css'
import { choiceWords, duplicateWords } from './import-words.ts'

interface ImportDuplicatesProps {
  plan: ImportPlan
  all: DuplicateChoice
  /** Where a row is to be treated otherwise. */
  rows: Record<number, DuplicateChoice>
  onAll: (choice: DuplicateChoice) => void
  onRow: (row: number, choice: DuplicateChoice) => void
}

/** Rows that look like somebody who is there already, in the book or further up in the file. */
export function ImportDuplicates({ plan, all, rows, onAll, onRow }: ImportDuplicatesProps) {
  const { duplicates, duplicateCount } = plan
  const unlisted = duplicateCount - duplicates.length
  return (
    <section aria-labelledby="import-duplicates">
      <div className={styles.head}>
        <h3 id="import-duplicates">Possible duplicates</h3>
        <Segmented
          label="All duplicates"
          value={all}
          options={duplicateChoices.map((choice) => ({
            value: choice,
            label: choiceWords[choice],
          }))}
          onChange={onAll}
        />
      </div>
      <ul className={styles.list}>
        {duplicates.map((duplicate) => (
          <li key={duplicate.row}>
            <div>
              <b>{duplicate.name}</b>
              <p>
                Row {duplicate.row}. {duplicateWords(duplicate)}
              </p>
            </div>
            <Select
              aria-label={`${duplicate.name}, row ${duplicate.row}`}
              value={rows[duplicate.row] ?? all}
              onChange={(event) => onRow(duplicate.row, event.target.value as DuplicateChoice)}
            >
              {duplicateChoices.map((choice) => (
                <option key={choice} value={choice}>
                  {choiceWords[choice]}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
      {unlisted > 0 ? (
        <p className={styles.more}>
          And {countWords(unlisted, 'more', 'more')}, treated as chosen for all.
        </p>
      ) : null}
    </section>
  )
}
