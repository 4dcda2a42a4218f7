import { useEffect, useRef, useState } from 'react'
import {
  type DuplicateChoice,
  duplicateChoices,
  type ImportChoices,
  type ImportDuplicate,
  type ImportPlan,
  type ImportReading,
  type Listed,
} from '#client/book/import/types.ts'
import { countWords } from '#client/desk/clients/settings/device-words.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { Segmented } from '#client/desk/kit/page/segmented-control.tsx'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/controls/field.tsx'
import { ImportColumns, undecidedDates } from './columns.tsx'
import { ImportProblems, ImportSamples, ImportUnread } from './rows.tsx'
import styles from './sheet.module.css'
import type { Importing, OpenFile } from './use-import.ts'
import { choiceWords, duplicateWords, planWords } from './words.ts'

interface ImportSheetProps {
  file: OpenFile
  importing: Importing
}

/** Whoever may be somebody else is kept: a client too many can be merged, one too few is lost. */
const AS_PROPOSED: ImportChoices = { same: 'fill', similar: 'import', rows: {} }

/** What a file would bring, before it does: columns, first rows, duplicates, and what cannot come. */
export function ImportSheet({ file, importing }: ImportSheetProps) {
  const { name, view, plan, reading } = file
  const [choices, setChoices] = useState(AS_PROPOSED)
  const shown = useLatest(plan)
  const head = useRef<HTMLDivElement>(null)
  // What was pressed to come here is gone.
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

function Plan({ plan, choices, onChoose }: PlanProps) {
  const { same, similar, problems, unread } = plan
  const chooseRow = (row: number, choice: DuplicateChoice) =>
    onChoose({ ...choices, rows: { ...choices.rows, [row]: choice } })
  const chooseAll = (all: Partial<ImportChoices>, listed: ImportPlan['same']) => {
    const rows = { ...choices.rows }
    for (const { row } of listed.first) delete rows[row]
    onChoose({ ...choices, ...all, rows })
  }
  return (
    <>
      <ImportSamples samples={plan.samples} />
      {same.count > 0 ? (
        <ImportDuplicates
          title="Already in your clients"
          listed={same}
          all={choices.same}
          rows={choices.rows}
          onAll={(choice) => chooseAll({ same: choice }, same)}
          onRow={chooseRow}
        />
      ) : null}
      {similar.count > 0 ? (
        <ImportDuplicates
          title="Possible duplicates"
          listed={similar}
          all={choices.similar}
          rows={choices.rows}
          onAll={(choice) => chooseAll({ similar: choice }, similar)}
          onRow={chooseRow}
        />
      ) : null}
      {unread.count > 0 ? <ImportUnread unread={unread} /> : null}
      {problems.count > 0 ? <ImportProblems problems={problems} /> : null}
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
    <div className={styles.foot}>
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

/** How many rows are added, or add to a client. */
function comingFrom(plan: ImportPlan, { same, similar, rows }: ImportChoices): number {
  const comingOf = ({ count, first }: ImportPlan['same'], all: DuplicateChoice) => {
    const chosen = first.flatMap(({ row }) => rows[row] ?? [])
    const others = all === 'skip' ? 0 : count - chosen.length
    return others + chosen.filter((choice) => choice !== 'skip').length
  }
  return plan.fresh + comingOf(plan.same, same) + comingOf(plan.similar, similar)
}

/** The last answer stays in sight while the next is worked out. */
function useLatest<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}

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
function ImportDuplicates(props: ImportDuplicatesProps) {
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
