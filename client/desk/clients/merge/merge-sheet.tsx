import { useState } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import { wordMarks } from '#client/desk/clients/conflict/word-marks.ts'
import { countWords, valueWords } from '#client/desk/clients/value-words.ts'
import {
  ChoiceFoot,
  ChoiceOption,
  ChoiceSheet,
  ChoiceTable,
  SettledRow,
} from '#client/desk/kit/dialogs/choice-sheet.tsx'
import { MergeIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { fieldName } from '#shared/clients/fields.ts'
import {
  listItems,
  type MergeChoice,
  type MergeRow,
  mergedClient,
  mergeProblem,
  mergeRows,
  presetSide,
  type Side,
  sameFields,
} from '#shared/clients/merge-clients.ts'
import { canonical } from '#shared/sync/values.ts'
import styles from './merge-clients.module.css'
import { type Merged, mergeInto, tellApart } from './merge-commands.ts'
import { addedWords } from './merge-words.ts'

interface MergeSheetProps {
  first: ClientView
  second: ClientView
  onMerged: (merged: Merged) => void
  onLeave: () => void
}

/**
 * Lets the owner choose the values of the merged client field by field. Nothing changes before the
 * merge.
 */
export function MergeSheet({ first, second, onMerged, onLeave }: MergeSheetProps) {
  const merge = useMerge(first, second, { onMerged, onParted: onLeave })
  const rows = mergeRows(first, second)
  const same = sameFields(first, second).map(fieldName).join(', ')
  const entries = { first: entryWords('First', first), second: entryWords('Second', second) }
  return (
    <>
      <Banner tone="info" title="Choose what the merged client keeps">
        Bookings, messages and notes from both are always kept. Nothing changes until you merge.
      </Banner>
      {merge.problem ? <Banner tone="error" title={merge.problem} /> : null}
      <ChoiceSheet>
        <ChoiceTable
          corner={<VisuallyHidden>Field</VisuallyHidden>}
          sides={[
            { title: 'First entry', note: factWords(first) },
            { title: 'Second entry', note: factWords(second) },
          ]}
        >
          {rows.map((row) => (
            <MergeRowView key={row.field} {...{ row, merge, entries }} />
          ))}
          {same ? <SettledRow title="The same in both">{same}</SettledRow> : null}
        </ChoiceTable>
        <ChoiceFoot
          leave={
            <Button small variant="quiet" disabled={merge.busy} onClick={merge.part}>
              Not duplicates
            </Button>
          }
        >
          <Button small variant="ghost" onClick={onLeave}>
            Decide later
          </Button>
          <Button
            small
            busy={merge.busy}
            aria-disabled={merge.problem ? true : undefined}
            onClick={() => merge.problem || merge.merge()}
          >
            <span className={`${kit.inline} ${styles.words}`}>
              <MergeIcon />
              Merge into one client
            </span>
          </Button>
        </ChoiceFoot>
      </ChoiceSheet>
      <p className={type.fine}>
        After merging, the second entry is removed on all devices. The merge is listed in the
        timeline.
      </p>
    </>
  )
}

/** `Added 3 March 2026, 3 trips, 1 dated note` */
function factWords(view: ClientView): string {
  const { trips, journal } = view.client
  const parts = [
    addedWords(view),
    trips.length && countWords(trips.length, 'trip'),
    journal.length && countWords(journal.length, 'dated note'),
  ]
  return parts.filter(Boolean).join(', ')
}

/** `First entry, added 3 March 2026` */
function entryWords(which: string, view: ClientView): string {
  return `${which} entry, ${addedWords(view).replace(/^Added/, 'added')}`
}

interface MergeRowProps {
  row: MergeRow
  merge: Merge
  /** The name of each entry, shown above its values where the table has no column heads. */
  entries: Record<Side, string>
}

const sides: readonly Side[] = ['first', 'second']

function MergeRowView({ row, merge, entries }: MergeRowProps) {
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
      // Beside an empty value, marking every word would be noise.
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
      <p className={`${type.note} ${styles.nothing}`}>
        {canonical(row[side]) === '' ? 'Empty' : 'Nothing more'}
      </p>
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

export interface Merge {
  choice: MergeChoice
  choose: (field: string, side: Side) => void
  /** Includes or excludes an item of a list; `item` is its `canonical` form. */
  tick: (field: string, item: string) => void
  /** Why the merge is not possible, or why it failed. */
  problem: string | undefined
  busy: boolean
  merge: () => void
  /** Keeps both entries and records that they are two people. */
  part: () => void
}

interface Ends {
  onMerged: (merged: Merged) => void
  onParted: () => void
}

/** The owner's choices for two entries; the first entry is the one that stays. */
function useMerge(first: ClientView, second: ClientView, ends: Ends): Merge {
  const [choice, setChoice] = useState<MergeChoice>({ sides: {}, left: {} })
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)
  const after = mergedClient(first, second, choice)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch {
      setFailed('This device could not save it. Free some room, then try again.')
    }
    setBusy(false)
  }
  return {
    choice,
    choose: (field, side) =>
      setChoice(({ sides, left }) => ({ sides: { ...sides, [field]: side }, left })),
    tick: (field, item) =>
      setChoice(({ sides, left }) => ({
        sides,
        left: { ...left, [field]: toggled(left[field], item) },
      })),
    problem: openQuestion([first, second]) ?? mergeProblem(after) ?? failed,
    busy,
    merge: () => void attempt(async () => ends.onMerged(await mergeInto(first, second, after))),
    part: () =>
      void attempt(async () => {
        await tellApart(first, second)
        ends.onParted()
      }),
  }
}

function toggled(items: readonly string[] = [], item: string): readonly string[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item]
}

/**
 * A reason not to merge: open conflicts and rejected mutations of an entry would be lost with it.
 */
function openQuestion(views: readonly ClientView[]): string | undefined {
  const asks = views.find(({ conflicts, refused }) => conflicts.length + refused.length > 0)
  return asks && 'One of the two has an open decision. Settle that first.'
}
