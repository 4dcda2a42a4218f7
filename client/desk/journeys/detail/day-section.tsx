import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ItemForm } from '#client/desk/journeys/item/item-form.tsx'
import { type ItemMark, ItemRow } from '#client/desk/journeys/item/item-row.tsx'
import {
  countItems,
  describeDay,
  formatDay,
  formatDayPlaces,
  getItemName,
  kindOrder,
} from '#client/desk/journeys/journeys-text.ts'
import { useRestoreFocus } from '#client/desk/kit/dialogs/use-restore-focus.ts'
import { MoreIcon, PlusIcon } from '#client/desk/kit/icons.tsx'
import { type Lift, moveTo, type ReorderedRows } from '#client/desk/kit/lists/reorder.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useStore } from '#client/lib/store.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { KindIcon } from '#client/ui/journey-icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { JourneyDay, JourneyItem } from '#shared/journeys/days.ts'
import { kindLabels } from '#shared/journeys/journey-fields.ts'
import styles from './day-section.module.css'
import type { Editor } from './editor.ts'
import { describePlace } from './editor-commands.ts'

interface DaySectionProps {
  editor: Editor
  day: JourneyDay
  openId: string | undefined
}

/** The shown day: its items in order, one of them open. */
export function DaySection({ editor, day, openId }: DaySectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focus would be lost with a removed item.
  useRestoreFocus(heading, `${day.id} ${openId} ${day.items.length}`)
  return (
    <section className={styles.day} aria-labelledby="day-title">
      <DayHead key={`head ${day.id}`} editor={editor} day={day} heading={heading} />
      {day.isRestored ? (
        <p className={`${styles.restored} ${kit.warning}`}>
          This day came back: it was removed on one device, while another planned something on it.
        </p>
      ) : null}
      <DayList editor={editor} day={day} openId={openId} />
      <AddItem key={`add ${day.id}`} day={day} editor={editor} />
    </section>
  )
}

interface DayHeadProps {
  editor: Editor
  day: JourneyDay
  heading: RefObject<HTMLHeadingElement | null>
}

function DayHead({ editor, day, heading }: DayHeadProps) {
  const [isOpen, setOpen] = useState(false)
  const places = formatDayPlaces(day)
  const { days, commands } = editor
  return (
    <header className={styles.head}>
      <div>
        <h2 ref={heading} id="day-title" tabIndex={-1}>
          <span className="together">{places ? `${formatDay(day)},` : formatDay(day)}</span>
          {places ? ` ${places}` : null}
        </h2>
        <p>{describeDay(days, day.number - 1)}</p>
      </div>
      <button
        type="button"
        className={kit.iconButton}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <MoreIcon />
        <VisuallyHidden>Change this day</VisuallyHidden>
      </button>
      {isOpen ? (
        <div className={styles.dayActions}>
          <TextAction onClick={() => commands.addDay(day.number)}>Add a day after it</TextAction>
          <TextAction onClick={() => commands.duplicateDay(day.id)}>Duplicate</TextAction>
          {day.number > 1 ? (
            <TextAction onClick={() => commands.moveDay(day.id, -1)}>Move earlier</TextAction>
          ) : null}
          {day.number < days.length ? (
            <TextAction onClick={() => commands.moveDay(day.id, 1)}>Move later</TextAction>
          ) : null}
          <TextAction danger onClick={() => commands.removeDay(day.id)}>
            Remove this day
          </TextAction>
        </div>
      ) : null}
    </header>
  )
}

const steps = { up: 'up', down: 'down', left: 'previous day', right: 'next day' } as const

/** The items of the shown day, which can also be dropped on another day. */
function toRows({ id: dayId, items }: JourneyDay, { commands }: Editor): ReorderedRows {
  const find = (id: string) => items.find((item) => item.id === id)
  return {
    ids: items.map(({ id }) => id),
    getName(id) {
      const item = find(id)
      return item ? getItemName(item) : ''
    },
    describe: (order, id) =>
      describePlace(
        order.flatMap((one) => find(one) ?? []),
        id,
      ),
    onMove: (id, index) => commands.moveItem(id, { dayId, index }),
    findElsewhere(under) {
      const over = under?.closest<HTMLElement>('[data-day]')?.dataset.day
      return over === dayId ? undefined : over
    },
    onMoveElsewhere: (id, day) => commands.moveToDay(id, day),
    onStep: (id, step) => commands.step(id, steps[step]),
  }
}

function DayList({ editor, day, openId }: DaySectionProps) {
  const { reorder } = editor
  const list = useRef<HTMLOListElement>(null)
  const lift = useStore(reorder.lift)
  useLayoutEffect(() => {
    reorder.rows = toRows(day, editor)
    reorder.list = list.current
  })
  useEffectOn(day.id, () => {
    reorder.restoreFocus()
    return () => reorder.cancel()
  })
  useReturnedFocus(list.current, openId)
  const lifted = lift && day.items.find(({ id }) => id === lift.id)
  const order = lifted && moveTo(day.items, lifted, lift.index)
  const placeOf = (id: string) => order && 2 * order.findIndex((item) => item.id === id)
  return (
    <>
      {lift ? <MoveHint day={day} lift={lift} /> : null}
      {countItems(day) === 0 ? (
        <p className={styles.empty}>Nothing planned. The day is yours.</p>
      ) : null}
      <ol ref={list} className={styles.list} aria-label={`${formatDay(day)}, in order`}>
        {day.items.map((item) =>
          item.id === openId ? (
            <OpenItem key={item.id} {...{ editor, item }} place={placeOf(item.id)} />
          ) : (
            <ItemRow
              key={item.id}
              item={item}
              to={editor.toAddress(day.id, item.id)}
              mark={getMark(editor, item)}
              warnings={editor.warnings.get(item.id) ?? ''}
              reorder={reorder}
              isLifted={lift?.id === item.id}
              place={placeOf(item.id)}
            />
          ),
        )}
        {order && lift && !lift.elsewhere ? <DropGap items={order} lift={lift} /> : null}
        {day.nights.map(({ item, night }) =>
          item.id === openId ? (
            <OpenItem key={item.id} {...{ editor, item }} place={order && 2 * order.length} />
          ) : (
            <ItemRow
              key={item.id}
              item={item}
              night={night}
              to={editor.toAddress(day.id, item.id)}
              mark={getMark(editor, item)}
              warnings=""
              place={order && 2 * order.length}
            />
          ),
        )}
      </ol>
    </>
  )
}

/** Moves the focus to the row of an item that was closed. */
function useReturnedFocus(list: HTMLElement | null, openId: string | undefined): void {
  const before = useRef(openId)
  useEffectOn(openId, () => {
    const closed = before.current
    before.current = openId
    if (!closed || openId) return
    list?.querySelector<HTMLElement>(`[data-item="${closed}"] a`)?.focus({ preventScroll: true })
  })
}

function getMark({ copy, conflicted }: Editor, { id }: JourneyItem): ItemMark {
  if (conflicted.has(id)) return 'conflict'
  if (copy.changeOf.has(id)) return 'changed'
  return copy.waiting.has(id) ? 'waiting' : undefined
}

interface OpenItemProps {
  editor: Editor
  item: JourneyItem
  place: number | undefined
}

function OpenItem({ editor, item, place }: OpenItemProps) {
  const { view, days, session, commands } = editor
  const one = view.items.find((candidate) => candidate.item.id === item.id)
  const day = days.find(({ items }) => items.includes(item))
  if (!one || !day) return null
  return (
    <ItemForm
      {...{ one, day, days, commands, place }}
      mark={getMark(editor, item)}
      change={editor.copy.changeOf.get(item.id)}
      warnings={editor.warnings.get(item.id) ?? ''}
      documents={view.documents}
      saving={editor.saving}
      onRetry={() => session.retry()}
      onClose={() => editor.show(editor.shownDay?.id)}
      flush={() => session.flush()}
    />
  )
}

function MoveHint({ day, lift }: { day: JourneyDay; lift: Lift }) {
  const item = day.items.find(({ id }) => id === lift.id)
  if (!item) return null
  return (
    <p className={styles.hint}>
      Moving <b>{getItemName(item)}</b>.{' '}
      {lift.by === 'pointer' ? (
        'Drag it to its place, or onto a day, and let go.'
      ) : (
        <>
          <kbd>↑</kbd>
          <kbd>↓</kbd> move, <kbd>Enter</kbd> drop, <kbd>Esc</kbd> put back
        </>
      )}
    </p>
  )
}

/** Below the moved item: `Drop here: after the boat, before your note.` */
function DropGap({ items, lift }: { items: readonly JourneyItem[]; lift: Lift }) {
  const [before, after] = [items[lift.index - 1], items[lift.index + 1]]
  const where = [
    before && `after ${getItemName(before)}`,
    after && `before ${getItemName(after)}`,
  ].filter(Boolean)
  return (
    <li className={styles.gap} style={{ order: 2 * lift.index + 1 }} aria-hidden="true">
      <span>Drop here: {where.length > 0 ? where.join(', ') : 'the only one of the day'}.</span>
    </li>
  )
}

/** Adds an item to the end of the day and opens it. */
function AddItem({ editor, day }: { editor: Editor; day: JourneyDay }) {
  const isEmpty = countItems(day) === 0
  const [isOpen, setOpen] = useState(isEmpty)
  return (
    <div className={styles.add}>
      <button
        type="button"
        className={kit.addButton}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <PlusIcon />
        Add to this day
      </button>
      {isOpen ? (
        <ul className="row wrap gap-2">
          {kindOrder.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                className={kit.pill}
                onClick={() => {
                  setOpen(false)
                  editor.commands.addItem(day.id, kind)
                }}
              >
                <KindIcon kind={kind} className={kit.smallIcon} />
                {kindLabels[kind]}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
