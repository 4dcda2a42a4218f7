import { useEffect, useRef, useState } from 'react'
import type { ImportTarget } from '../../../shared/crm/import-columns.ts'
import { Box } from '../../desk/box.tsx'
import type { DuplicateChoice, ImportPlan } from '../../offline/crm/import-types.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { countWords } from './device-words.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportDuplicates } from './import-duplicates.tsx'
import { ImportProblems, ImportSamples } from './import-rows.tsx'
import styles from './import-sheet.module.css'
import { planWords } from './import-words.ts'
import type { Importing, OpenFile } from './use-import.ts'

interface ImportSheetProps {
  file: OpenFile
  importing: Importing
}

/** What a file would bring, before it does: columns, first rows, duplicates, and what cannot come. */
export function ImportSheet({ file, importing }: ImportSheetProps) {
  const { name, view, plan, reading } = file
  const [duplicates, setDuplicates] = useState<DuplicateChoice>('skip')
  const [rows, setRows] = useState<Record<number, DuplicateChoice>>({})
  const shown = useLatest(plan)
  const head = useRef<HTMLDivElement>(null)
  // What was pressed to come here is gone.
  useEffect(() => head.current?.focus(), [])
  const match = (at: number, target: ImportTarget) =>
    void importing.look({ ...reading, targets: { ...reading.targets, [at]: target } })
  const choose = (row: number, choice: DuplicateChoice) => setRows({ ...rows, [row]: choice })
  const chooseAll = (choice: DuplicateChoice) => {
    setDuplicates(choice)
    setRows({})
  }
  return (
    <div ref={head} tabIndex={-1} className={styles.sheet}>
      <Box
        title={`Import ${name}`}
        lead={shown ? planWords(shown) : `Looking through ${countWords(view.rows, 'row')}…`}
        flush
        foot={<ImportFoot importing={importing} plan={plan} choices={{ duplicates, rows }} />}
      >
        {view.columns.length > 0 ? (
          <ImportColumns columns={view.columns} targets={reading.targets} onMatch={match} />
        ) : null}
        {shown ? (
          <>
            <ImportSamples samples={shown.samples} />
            {shown.duplicateCount > 0 ? (
              <ImportDuplicates
                plan={shown}
                all={duplicates}
                rows={rows}
                onAll={chooseAll}
                onRow={choose}
              />
            ) : null}
            {shown.problemCount > 0 ? <ImportProblems plan={shown} /> : null}
          </>
        ) : null}
        {view.kind === 'json' ? null : (
          <div className={styles.naming}>
            <Checkbox
              checked={reading.nameFromEmail}
              onChange={({ target }) =>
                void importing.look({ ...reading, nameFromEmail: target.checked })
              }
            >
              Use the e-mail address as the name where there is none
            </Checkbox>
          </div>
        )}
      </Box>
    </div>
  )
}

interface ImportFootProps {
  importing: Importing
  plan: ImportPlan | undefined
  choices: { duplicates: DuplicateChoice; rows: Record<number, DuplicateChoice> }
}

function ImportFoot({ importing, plan, choices }: ImportFootProps) {
  const { progress, run, close } = importing
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
  return (
    <div className={styles.foot}>
      <Button small variant="ghost" onClick={close}>
        Cancel
      </Button>
      <Button small busy={plan === undefined} onClick={() => void run(choices)}>
        {coming > 0 ? `Import ${countWords(coming, 'client')}` : 'Nothing new: close'}
      </Button>
    </div>
  )
}

/** How many clients are added or completed. */
function comingFrom(plan: ImportPlan, { duplicates, rows }: ImportFootProps['choices']): number {
  const said = Object.values(rows)
  const others = duplicates === 'skip' ? 0 : plan.duplicateCount - said.length
  return plan.fresh + others + said.filter((choice) => choice !== 'skip').length
}

/** The last answer stays in sight while the next is worked out. */
function useLatest<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}
