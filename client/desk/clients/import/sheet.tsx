import { useEffect, useRef, useState } from 'react'
import {
  type DuplicateChoice,
  duplicateChoices,
  type ImportChoices,
  type ImportDuplicate,
  type ImportPlan,
  type ImportReading,
  type ImportSample,
  type Listed,
} from '#client/book/import/types.ts'
import { countWords } from '#client/desk/clients/value-words.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { Segmented } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { ImportColumns, undecidedDates } from './columns.tsx'
import styles from './sheet.module.css'
import type { Importing, OpenFile } from './use-import.ts'
import { choiceWords, duplicateWords, planWords } from './words.ts'

interface ImportSheetProps {
  file: OpenFile
  importing: Importing
}

/**
 * Possible duplicates are imported as new: a duplicate can be merged later, a skipped client is
 * lost.
 */
const AS_PROPOSED: ImportChoices = { same: 'fill', similar: 'import', rows: {} }

/**
 * A preview before the import: columns, first rows, duplicates, and rows that cannot be imported.
 */
export function ImportSheet({ file, importing }: ImportSheetProps) {
  const { name, view, plan, reading } = file
  const [choices, setChoices] = useState(AS_PROPOSED)
  const shown = useLatest(plan)
  const head = useRef<HTMLDivElement>(null)
  // The button that opened this sheet was removed, so the sheet takes the focus.
  useEffect(() => head.current?.focus(), [])
  return (
    <div ref={head} tabIndex={-1} className={styles.sheet}>
      <Box
        title={`Import ${name}`}
        lead={shown ? planWords(shown) : `Looking through ${countWords(view.rows, 'row')}…`}
        flush
        foot={<ImportFoot importing={importing} file={file} choices={choices} />}
      >
        {view.columns.length > 0 ? (
          <ImportColumns
            columns={view.columns}
            reading={reading}
            onRead={(next: ImportReading) => void importing.look(next)}
          />
        ) : null}
        {shown ? <Plan plan={shown} choices={choices} onChoose={setChoices} /> : null}
      </Box>
    </div>
  )
}

interface PlanProps {
  plan: ImportPlan
  choices: ImportChoices
  onChoose: (choices: ImportChoices) => void
}

/** The two kinds of duplicates: certain and possible ones. */
const duplicateKinds = [
  { kind: 'same', title: 'Already in your clients' },
  { kind: 'similar', title: 'Possible duplicates' },
] as const

function Plan({ plan, choices, onChoose }: PlanProps) {
  const { problems, unread } = plan
  const chooseRow = (row: number, choice: DuplicateChoice) =>
    onChoose({ ...choices, rows: { ...choices.rows, [row]: choice } })
  const chooseAll = (kind: 'same' | 'similar', choice: DuplicateChoice) => {
    const rows = { ...choices.rows }
    for (const { row } of plan[kind].first) delete rows[row]
    onChoose({ ...choices, [kind]: choice, rows })
  }
  return (
    <>
      <ImportSamples samples={plan.samples} />
      {duplicateKinds.map(({ kind, title }) =>
        plan[kind].count > 0 ? (
          <ImportDuplicates
            key={kind}
            title={title}
            listed={plan[kind]}
            all={choices[kind]}
            rows={choices.rows}
            onAll={(choice) => chooseAll(kind, choice)}
            onRow={chooseRow}
          />
        ) : null,
      )}
      {/* For example, text in a column of e-mail addresses. */}
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
    </>
  )
}

interface ImportFootProps {
  importing: Importing
  file: OpenFile
  choices: ImportChoices
}

function ImportFoot({ importing, file, choices }: ImportFootProps) {
  const { progress, run, close } = importing
  const { plan, view, reading } = file
  if (progress)
    return (
      <div className={styles.running} role="status">
        <progress value={progress.done} max={progress.of || 1} aria-label="Import" />
        <span>
          {progress.of > 0 ? `${countWords(progress.of, 'row')} are being imported…` : 'Importing…'}
        </span>
      </div>
    )
  const coming = plan ? comingFrom(plan, choices) : 0
  const undecided = undecidedDates(view.columns, reading).map(({ name }) => name)
  const barred =
    undecided.length > 0
      ? `Please say whether the day or the month comes first in ${undecided.join(' and ')}.`
      : undefined
  return (
    <div className={`${kit.rowEnd} ${styles.foot}`}>
      {barred ? <p className={styles.barred}>{barred}</p> : null}
      <Button small variant="ghost" onClick={close}>
        Cancel
      </Button>
      <DeskButton busy={plan === undefined} barred={barred} onClick={() => void run(choices)}>
        {coming > 0 ? `Import ${countWords(coming, 'row')}` : 'Nothing new: close'}
      </DeskButton>
    </div>
  )
}

/** How many rows become new clients or complete existing ones. */
function comingFrom(plan: ImportPlan, { same, similar, rows }: ImportChoices): number {
  const comingOf = ({ count, first }: ImportPlan['same'], all: DuplicateChoice) => {
    const chosen = first.flatMap(({ row }) => rows[row] ?? [])
    const others = all === 'skip' ? 0 : count - chosen.length
    return others + chosen.filter((choice) => choice !== 'skip').length
  }
  return plan.fresh + comingOf(plan.same, same) + comingOf(plan.similar, similar)
}

/** Keeps the previous value while the next one is computed. */
function useLatest<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}

interface ImportDuplicatesProps {
  title: string
  listed: Listed<ImportDuplicate>
  all: DuplicateChoice
  /** Choices for single rows; the other rows follow `all`. */
  rows: Record<number, DuplicateChoice>
  onAll: (choice: DuplicateChoice) => void
  onRow: (row: number, choice: DuplicateChoice) => void
}

/** Rows that match a client of the book or an earlier row of the file. */
function ImportDuplicates(props: ImportDuplicatesProps) {
  const { title, listed, all, rows, onAll, onRow } = props
  const unlisted = listed.count - listed.first.length
  const id = `import-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={id}>
      <div className={`${layout.between} ${styles.head}`}>
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
              <b className={kit.entry}>{duplicate.name}</b>
              <p className={type.note}>
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
        <p className={`${type.note} ${styles.more}`}>
          And {countWords(unlisted, 'more', 'more')}, treated as chosen for all.
        </p>
      ) : null}
    </section>
  )
}

/** A preview of the first rows as clients. */
function ImportSamples({ samples }: { samples: readonly ImportSample[] }) {
  return (
    <div>
      <h3 id="import-samples">The first rows</h3>
      {/* Wider than a phone, so it must be scrollable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <section className={table.scroll} aria-labelledby="import-samples" tabIndex={0}>
        <table className={`${table.table} ${styles.samples}`}>
          <thead>
            <tr>
              {['Name', 'Location', 'Email', 'Telephone', 'Notes'].map((column) => (
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
                <td className={`${type.note} ${styles.values}`}>{notes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

interface LinesProps {
  title: string
  id: string
  count: number
  /** The first rows; `count` has the number of all. */
  lines: readonly { key: string; head: string; text: string }[]
}

/** Rows that cannot be imported fully, each with its reason. */
function Lines({ title, id, count, lines }: LinesProps) {
  if (count === 0) return null
  const unlisted = count - lines.length
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className={styles.list}>
        {lines.map(({ key, head, text }) => (
          <li key={key}>
            <div>
              <b className={kit.entry}>{head}</b>
              <p className={type.note}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      {unlisted > 0 ? (
        <p className={`${type.note} ${styles.more}`}>And {countWords(unlisted, 'more', 'more')}.</p>
      ) : null}
    </section>
  )
}
