import {
  type DuplicateChoice,
  duplicateChoices,
  type ImportDuplicate,
  type Listed,
} from '#client/book/import/types.ts'
import { countWords } from '#client/desk/clients/settings/device-words.ts'
import { Segmented } from '#client/desk/kit/segmented.tsx'
import { Select } from '#client/ui/controls/select.tsx'
import styles from './sheet.module.css'
import { choiceWords, duplicateWords } from './words.ts'

interface ImportDuplicatesProps {
  title: string
  listed: Listed<ImportDuplicate>
  all: DuplicateChoice
  /** Where a row is to be treated otherwise. */
  rows: Record<number, DuplicateChoice>
  onAll: (choice: DuplicateChoice) => void
  onRow: (row: number, choice: DuplicateChoice) => void
}

/** Rows that are like somebody who is there already, in the book or further up in the file. */
export function ImportDuplicates(props: ImportDuplicatesProps) {
  const { title, listed, all, rows, onAll, onRow } = props
  const unlisted = listed.count - listed.first.length
  const id = `import-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>{title}</h3>
        <Segmented
          label={`${title}: all`}
          value={all}
          options={duplicateChoices.map((choice) => ({
            value: choice,
            label: choiceWords[choice],
          }))}
          onChange={onAll}
        />
      </div>
      <ul className={styles.list}>
        {listed.first.map((duplicate) => (
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
