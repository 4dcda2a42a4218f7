import { useState } from 'react'
import type { ClientView } from '#client/data/store/types.ts'
import {
  ChoiceFoot,
  ChoiceOption,
  ChoiceSheet,
  ChoiceTable,
  FixedRow,
} from '#client/desk/kit/dialogs/choice-sheet.tsx'
import { diffTexts } from '#client/desk/kit/dialogs/word-diff.ts'
import { MergeIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { pluralize } from '#shared/lib/format-number.ts'
import { toCanonicalJson } from '#shared/lib/values/value-equality.ts'
import { formatFieldValue, getFieldLabel } from '#shared/sync/collections.ts'
import styles from './merge-clients.module.css'
import { type MergeResult, markDistinct, mergeInto } from './merge-commands.ts'
import {
  getDefaultSide,
  listEqualFields,
  listMergeRows,
  type MergeChoice,
  type MergeRow,
  mergeClients,
  type Side,
  splitListItems,
  validateMerge,
} from './merge-rules.ts'
import { formatAdded } from './merge-text.ts'

interface MergeSheetProps {
  first: ClientView
  second: ClientView
  onMerged: (merged: MergeResult) => void
  onLeave: () => void
}

/**
 * Lets the owner choose the values of the merged client field by field. Nothing changes before the
 * merge.
 */
export function MergeSheet({ first, second, onMerged, onLeave }: MergeSheetProps) {
  const merge = useMerge(first, second, { onMerged, onMarkedDistinct: onLeave })
  const rows = listMergeRows(first, second)
  const same = listEqualFields(first, second)
    .map((field) => getFieldLabel('client', field))
    .join(', ')
  const entries = {
    first: formatEntryTitle('First', first),
    second: formatEntryTitle('Second', second),
  }
  return (
    <>
      <Banner tone="info" title="Choose what the merged client keeps">
        Bookings, messages, journeys and notes from both are always kept. A value that you do not
        choose goes to the notes. Nothing changes until you merge.
      </Banner>
      {merge.problem ? <Banner tone="error" title={merge.problem} /> : null}
      <ChoiceSheet>
        <ChoiceTable
          corner={<VisuallyHidden>Field</VisuallyHidden>}
          sides={[
            { title: 'First entry', note: formatFacts(first) },
            { title: 'Second entry', note: formatFacts(second) },
          ]}
        >
          {rows.map((row) => {
            const Cell = row.kind === 'list' ? ListCell : ValueCell
            return (
              <tr key={row.field}>
                <th scope="row">
                  {getFieldLabel('client', row.field)}
                  {row.kind === 'list' ? <small>Both can be kept</small> : null}
                </th>
                {sides.map((side) => (
                  <td key={side} data-label={entries[side]}>
                    <Cell row={row} side={side} merge={merge} />
                  </td>
                ))}
              </tr>
            )
          })}
          {same ? <FixedRow title="The same in both">{same}</FixedRow> : null}
        </ChoiceTable>
        <ChoiceFoot
          cancelAction={
            <Button small variant="quiet" disabled={merge.busy} onClick={merge.markDistinct}>
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
            <span className={`${kit.inline} ${styles.buttonLabel}`}>
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

/** `Added 3 March 2026, 3 trips, 1 timeline note` */
function formatFacts(view: ClientView): string {
  const { trips, journal } = view.client
  const parts = [
    formatAdded(view),
    trips.length && pluralize(trips.length, 'trip'),
    journal.length && pluralize(journal.length, 'timeline note'),
  ]
  return parts.filter(Boolean).join(', ')
}

/** `First entry, added 3 March 2026` */
function formatEntryTitle(which: string, view: ClientView): string {
  return `${which} entry, ${formatAdded(view).replace(/^Added/, 'added')}`
}

const sides: readonly Side[] = ['first', 'second']

interface CellProps {
  row: MergeRow
  side: Side
  merge: MergeForm
}

const entryNames: Record<Side, string> = { first: 'first entry', second: 'second entry' }

function ValueCell({ row, side, merge }: CellProps) {
  const { field } = row
  const valueText = formatFieldValue({ coll: 'client', field }, row[side])
  const other = formatFieldValue(
    { coll: 'client', field },
    row[side === 'first' ? 'second' : 'first'],
  )
  return (
    <ChoiceOption
      name={field}
      label={`${getFieldLabel('client', field)}, ${entryNames[side]}: ${valueText || 'empty'}`}
      // Beside an empty value, marking every word would be noise.
      pieces={
        valueText && !other
          ? [{ text: valueText, isDifferent: false }]
          : diffTexts(valueText, other)
      }
      checked={(merge.choice.sides[field] ?? getDefaultSide(row)) === side}
      onChoose={() => merge.chooseSide(field, side)}
    />
  )
}

function ListCell({ row, side, merge }: CellProps) {
  const items = splitListItems(row)[side]
  const out = merge.choice.excluded[row.field] ?? []
  if (items.length === 0)
    return (
      <p className={`${type.note} ${styles.empty}`}>
        {toCanonicalJson(row[side]) === '' ? 'Empty' : 'Nothing more'}
      </p>
    )
  return (
    <div className={styles.items}>
      {items.map((item) => {
        const key = toCanonicalJson(item)
        return (
          <Checkbox
            key={key}
            checked={!out.includes(key)}
            onChange={() => merge.toggleItem(row.field, key)}
          >
            {formatFieldValue({ coll: 'client', field: row.field }, [item])}
          </Checkbox>
        )
      })}
    </div>
  )
}

export interface MergeForm {
  choice: MergeChoice
  chooseSide: (field: string, side: Side) => void
  /** Includes or excludes an item of a list; `item` is its `toCanonicalJson` form. */
  toggleItem: (field: string, item: string) => void
  /** Why the merge is not possible, or why it failed. */
  problem: string | undefined
  busy: boolean
  merge: () => void
  /** Keeps both entries and records that they are two people. */
  markDistinct: () => void
}

interface MergeCallbacks {
  onMerged: (merged: MergeResult) => void
  onMarkedDistinct: () => void
}

/** The owner's choices for two entries; the first entry is the one that stays. */
function useMerge(first: ClientView, second: ClientView, ends: MergeCallbacks): MergeForm {
  const [choice, setChoice] = useState<MergeChoice>({ sides: {}, excluded: {} })
  const [failed, setFailed] = useState<string>()
  const { busy, run } = useOneAtATime()
  const after = mergeClients(first, second, choice)
  const attempt = (work: () => Promise<void>) =>
    run(work).catch(() =>
      setFailed('This device could not save it. Free some room, then try again.'),
    )
  return {
    choice,
    chooseSide: (field, side) =>
      setChoice(({ sides, excluded }) => ({
        sides: { ...sides, [field]: side },
        excluded,
      })),
    toggleItem: (field, item) =>
      setChoice(({ sides, excluded }) => ({
        sides,
        excluded: { ...excluded, [field]: toggleListItem(excluded[field], item) },
      })),
    problem: findBlocker([first, second]) ?? validateMerge(after) ?? failed,
    busy,
    merge: () => void attempt(async () => ends.onMerged(await mergeInto(first, second, after))),
    markDistinct: () =>
      void attempt(async () => {
        await markDistinct(first, second)
        ends.onMarkedDistinct()
      }),
  }
}

function toggleListItem(items: readonly string[] = [], item: string): readonly string[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item]
}

/**
 * A reason not to merge: open conflicts and rejected mutations of an entry would be lost with it.
 */
function findBlocker(views: readonly ClientView[]): string | undefined {
  const blocker = views.find(({ conflicts, rejected }) => conflicts.length + rejected.length > 0)
  return blocker && 'One of the two has an open decision. Settle that first.'
}
