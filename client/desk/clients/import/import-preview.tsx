import { useEffect, useRef, useState } from 'react'
import type {
  DuplicateChoice,
  Encoding,
  ImportChoices,
  ImportMapping,
  ImportPlan,
} from '#client/data/import/types.ts'
import { Box } from '#client/desk/kit/box.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Field, Select } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { pluralize } from '#shared/lib/format-number.ts'
import { ImportColumns, listUndecidedDateColumns } from './import-columns.tsx'
import { ImportDuplicates } from './import-duplicates.tsx'
import styles from './import-preview.module.css'
import {
  duplicateKinds,
  encodingTexts,
  formatDestroyed,
  formatPlan,
  formatRecognized,
} from './import-text.ts'
import type { ImportFlow, OpenFile } from './use-import.ts'

interface ImportPreviewProps {
  file: OpenFile
  importing: ImportFlow
}

/**
 * Possible duplicates are imported as new: a duplicate can be merged later, a skipped client is
 * lost.
 */
const DEFAULT_CHOICES: ImportChoices = {
  same: 'fill',
  joined: 'fill',
  similar: 'import',
  rows: {},
}

/**
 * A preview before the import: columns, first rows, duplicates, and rows that cannot be imported.
 */
export function ImportPreview({ file, importing }: ImportPreviewProps) {
  const { name, view, plan, mapping } = file
  const [choices, setChoices] = useState(DEFAULT_CHOICES)
  const displayedPlan = useLastDefined(plan)
  const head = useRef<HTMLDivElement>(null)
  // The button that opened this sheet was removed, so the sheet takes the focus.
  useEffect(() => head.current?.focus(), [])
  return (
    <div ref={head} tabIndex={-1} className={styles.preview}>
      <Box
        title={`Import ${name}`}
        lead={
          displayedPlan
            ? formatPlan(displayedPlan)
            : `Looking through ${pluralize(view.rows, 'row')}…`
        }
        flush
        foot={<ImportFoot importing={importing} file={file} choices={choices} />}
      >
        {view.encoding ? (
          <EncodingChoice
            encoding={view.encoding}
            onChoose={(encoding) => void importing.decode(encoding)}
          />
        ) : null}
        {view.isRecognized ? (
          <div className={styles.notice}>
            <Banner tone="warn" title="Please check the columns">
              This file does not say what its columns are, so they were recognised by their content:{' '}
              {formatRecognized(view.columns)}. Nothing is saved before you import.
            </Banner>
          </div>
        ) : null}
        {displayedPlan && displayedPlan.destroyed > 0 ? (
          <div className={styles.notice}>
            <Banner tone="warn" title={formatDestroyed(displayedPlan.destroyed)}>
              The last digits are gone from this file. What is left is kept in the notes. Keep the
              old list, and export it again without opening it in a spreadsheet.
            </Banner>
          </div>
        ) : null}
        {view.columns.length > 0 ? (
          <ImportColumns
            columns={view.columns}
            mapping={mapping}
            onChange={(next: ImportMapping) => void importing.updateMapping(next)}
          />
        ) : null}
        {displayedPlan ? (
          <PlanDetails
            plan={displayedPlan}
            isOwnExport={view.isOwnExport}
            choices={choices}
            onChoose={setChoices}
          />
        ) : null}
        <ProblemList
          title="Left out, because it belongs to no client"
          id="import-left-out"
          count={view.leftOut.count}
          items={view.leftOut.first.map((text, at) => ({ key: String(at), head: text, text: '' }))}
        />
      </Box>
    </div>
  )
}

interface EncodingChoiceProps {
  encoding: Encoding
  onChoose: (encoding: Encoding) => void
}

/** Lets the owner correct how the letters of a file that is not Unicode are read. */
function EncodingChoice({ encoding, onChoose }: EncodingChoiceProps) {
  return (
    <div className={`${styles.notice} ${styles.encoding}`}>
      <Field
        label="Letters are read as"
        hint="This file does not say how its letters are written. Choose another way if names look wrong."
      >
        {(control) => (
          <Select
            {...control}
            value={encoding}
            onChange={(event) => onChoose(event.target.value as Encoding)}
          >
            {Object.entries(encodingTexts).map(([one, text]) => (
              <option key={one} value={one}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

interface PlanDetailsProps {
  plan: ImportPlan
  isOwnExport: boolean
  choices: ImportChoices
  onChoose: (choices: ImportChoices) => void
}

type DuplicateKind = (typeof duplicateKinds)[number]['kind']

function PlanDetails({ plan, isOwnExport, choices, onChoose }: PlanDetailsProps) {
  const { problems, unreadable } = plan
  const chooseRow = (row: number, choice: DuplicateChoice) =>
    onChoose({ ...choices, rows: { ...choices.rows, [row]: choice } })
  const chooseAll = (kind: DuplicateKind, choice: DuplicateChoice) => {
    const rows = { ...choices.rows }
    for (const { row } of plan[kind].first) delete rows[row]
    onChoose({ ...choices, [kind]: choice, rows })
  }
  return (
    <>
      {plan.samples.length > 0 ? (
        <div>
          <h3 id="import-samples">The first rows</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, so it must be scrollable by keyboard. */}
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
                {plan.samples.map(({ row, name, location, email, phone, notes }) => (
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
      ) : null}
      {isOwnExport && plan.same.count > 0 ? (
        <p className={`${type.note} ${styles.notice}`}>
          This list was exported here. A client who is still in your clients stays as now, and only
          empty fields are filled. The result of the import counts the rows that differ.
        </p>
      ) : null}
      {duplicateKinds.map(({ kind, title, choiceTexts }) =>
        plan[kind].count > 0 ? (
          <ImportDuplicates
            key={kind}
            title={title}
            choiceTexts={choiceTexts}
            duplicates={plan[kind]}
            defaultChoice={choices[kind]}
            rowChoices={choices.rows}
            onChooseAll={(choice) => chooseAll(kind, choice)}
            onChooseRow={chooseRow}
          />
        ) : null,
      )}
      {/* For example, text in a column of email addresses. */}
      <ProblemList
        title="Not understood, kept in the notes"
        id="import-unread"
        count={unreadable.count}
        items={unreadable.first.map(({ row, column, value }, at) => ({
          key: `${row} ${at}`,
          head: value,
          text: `Row ${row}, ${column}`,
        }))}
      />
      <ProblemList
        title="Cannot be imported"
        id="import-problems"
        count={problems.count}
        items={problems.first.map(({ row, text, reason }) => ({
          key: String(row),
          head: reason,
          text: `Row ${row}: ${text}`,
        }))}
      />
    </>
  )
}

interface ImportFootProps {
  importing: ImportFlow
  file: OpenFile
  choices: ImportChoices
}

function ImportFoot({ importing, file, choices }: ImportFootProps) {
  const { progress, close } = importing
  const { run } = useOneAtATime()
  const { plan, view, mapping } = file
  if (progress)
    return (
      <div className={styles.progress} role="status">
        <progress value={progress.done} max={progress.total || 1} aria-label="Import" />
        <span>
          {progress.total > 0
            ? `${pluralize(progress.total, 'row')} are being imported…`
            : 'Importing…'}
        </span>
      </div>
    )
  const coming = plan ? countImported(plan, choices) : 0
  const undecided = listUndecidedDateColumns(view.columns, mapping).map(({ name }) => name)
  const disabledReason =
    undecided.length > 0
      ? `Please say whether the day or the month comes first in ${undecided.join(' and ')}.`
      : undefined
  return (
    <div className={`${kit.rowEnd} ${styles.foot}`}>
      {disabledReason ? <p className={styles.disabledReason}>{disabledReason}</p> : null}
      <Button small variant="ghost" onClick={close}>
        Cancel
      </Button>
      <DeskButton
        busy={plan === undefined}
        disabledReason={disabledReason}
        onClick={() => void run(() => importing.run(choices))}
      >
        {coming > 0 ? `Import ${pluralize(coming, 'row')}` : 'Nothing new: close'}
      </DeskButton>
    </div>
  )
}

/** How many rows become new clients or complete existing ones. */
function countImported(plan: ImportPlan, { rows, ...choices }: ImportChoices): number {
  const comingOf = ({ count, first }: ImportPlan['same'], all: DuplicateChoice) => {
    const chosen = first.flatMap(({ row }) => rows[row] ?? [])
    const others = all === 'skip' ? 0 : count - chosen.length
    return others + chosen.filter((choice) => choice !== 'skip').length
  }
  const coming = duplicateKinds.map(({ kind }) => comingOf(plan[kind], choices[kind]))
  return coming.reduce((sum, count) => sum + count, plan.newClients)
}

/** Keeps the previous value while the next one is computed. */
function useLastDefined<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}

interface ProblemListProps {
  title: string
  id: string
  count: number
  /** The first rows; `count` has the number of all. */
  items: readonly { key: string; head: string; text: string }[]
}

/** Rows that cannot be imported fully, each with its reason. */
function ProblemList({ title, id, count, items }: ProblemListProps) {
  if (count === 0) return null
  const unlisted = count - items.length
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        {title} ({count})
      </h3>
      <ul className={styles.list}>
        {items.map(({ key, head, text }) => (
          <li key={key}>
            <div>
              <b className={kit.rowTitle}>{head}</b>
              {text ? <p className={type.note}>{text}</p> : null}
            </div>
          </li>
        ))}
      </ul>
      {unlisted > 0 ? (
        <p className={`${type.note} ${styles.more}`}>And {pluralize(unlisted, 'more', 'more')}.</p>
      ) : null}
    </section>
  )
}
