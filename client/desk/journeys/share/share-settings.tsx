import { useState } from 'react'
import type { Editor } from '#client/desk/journeys/detail/editor.ts'
import { useTyped } from '#client/desk/journeys/item/typed-fields.tsx'
import { toLastDay } from '#client/desk/journeys/journeys-text.ts'
import sheet from '#client/desk/kit/dialogs/side-sheet.module.css'
import { EyeIcon } from '#client/desk/kit/icons.tsx'
import { formatDayAndTime, formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { Field, Select, TextField } from '#client/ui/controls/field.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import { CloseIcon, TickIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { getDates, HOME_ZONE } from '#shared/journeys/days.ts'
import { getLinkEnd } from '#shared/journeys/guest-copy.ts'
import type { PassSeen } from '#shared/journeys/journey-fields.ts'
import { formatDate, formatInstantDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { getDefaultHost } from './copy-state.ts'
import styles from './share-sheet.module.css'

/** `Seen today at 08:12, on a phone` */
export function formatSeen({ lastAt, device }: PassSeen, now: number): string {
  return `Seen ${formatRelativeTime(lastAt, now)}${device ? `, on a ${device}` : ''}`
}

/** When guests opened their copy. */
export function SeenBox({ editor: { view, now } }: { editor: Editor }) {
  const { pass } = view
  const seen = pass?.data.seen
  if (!seen)
    return (
      <div className={`${styles.seen} ${styles.unseen}`}>
        <EyeIcon />
        <p>
          <b>Not opened yet</b>
          <span>You see here when they have opened it, if they allow it.</span>
        </p>
      </div>
    )
  const { firstAt, lastAt, device, version } = seen
  const latest = pass.sentCopy?.publishedAt ?? pass.data.version
  return (
    <div className={styles.seen}>
      <EyeIcon />
      <p>
        <b>Seen {formatRelativeTime(lastAt, now)}</b>
        <span>
          {device ? `On a ${device}. ` : ''}
          First opened on {formatInstantDate(firstAt, HOME_ZONE, 'day')}.{' '}
          {version >= latest
            ? 'They have the latest copy.'
            : `They have the copy of ${formatDayAndTime(version, now)}.`}
        </span>
      </p>
    </div>
  )
}

/** Earlier years occur while a year is typed digit by digit, and are not saved. */
const FIRST_YEAR = '1990'

/** When the link ends: two weeks after the last day, or on a date that the owner chooses. */
export function LinkUntil({ editor }: { editor: Editor }) {
  const { view, days, commands } = editor
  const { linkUntil } = view.journey
  const last = getDates(days)?.end
  const [isOther, setOther] = useState(false)
  const hasOther = isOther || (linkUntil !== '' && linkUntil !== last)
  const save = (next: string, before = linkUntil) =>
    commands.setJourney({ linkUntil: next }, { linkUntil: before })
  const { shown, change, end } = useTyped(linkUntil, save)
  const choose = (value: string) => {
    setOther(value === OTHER)
    if (value !== OTHER) save(value)
  }
  return (
    <div className={`stack gap-3 ${styles.half}`}>
      <Field label="The link works until">
        {(control) => (
          <Select
            {...control}
            value={hasOther ? OTHER : linkUntil}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{describeDefaultEnd(editor)}</option>
            {last ? <option value={last}>{formatDate(last, 'long')}, the last day</option> : null}
            <option value={OTHER}>Another date</option>
          </Select>
        )}
      </Field>
      {hasOther ? (
        <TextField
          label="Last day of the link"
          type="date"
          value={shown}
          onChange={({ target: { value } }) => {
            if (value >= FIRST_YEAR) change(value)
          }}
          onBlur={end}
        />
      ) : null}
    </div>
  )
}

const OTHER = 'other'

function describeDefaultEnd({ view, days, now }: Editor): string {
  if (!getDates(days)) return 'A year from each update'
  const endsAt = getLinkEnd({ ...view.journey, linkUntil: '' }, days, now)
  return `${formatDate(toLastDay(endsAt), 'long')}, two weeks after`
}

/** What is on the guests' copy, and what never is. */
export function WhatTheySee({ editor }: { editor: Editor }) {
  const { view, commands } = editor
  const { showsPrices } = view.journey
  const documents = view.items.reduce((sum, { item }) => sum + item.documents.length, 0)
  const shown = [
    'Days, times and time zones',
    'Places, addresses and the map',
    'Phone numbers to call',
    'Confirmation numbers',
    `Documents, ${documents > 0 ? pluralize(documents, 'file') : 'none yet'}`,
  ]
  return (
    <div>
      <h3 className={sheet.heading}>What they see</h3>
      <ul className={styles.sees}>
        {shown.map((text) => (
          <li key={text}>
            <TickIcon />
            {text}
          </li>
        ))}
        <li className={styles.hidden}>
          <CloseIcon />
          <span>
            <VisuallyHidden>Never shown: </VisuallyHidden>Your notes marked “For you only”
          </span>
        </li>
      </ul>
      <Switch
        checked={showsPrices}
        onChange={(shows) => commands.setJourney({ showsPrices: shows }, { showsPrices })}
      >
        Show prices, too
      </Switch>
    </div>
  )
}

/** The host that guests call; the business unless this journey names another one. */
export function HostFields({ editor: { view, commands } }: { editor: Editor }) {
  const { hostName, hostPhone } = view.journey
  const name = useTyped(hostName, (next, before) =>
    commands.setJourney({ hostName: next }, { hostName: before }),
  )
  const phone = useTyped(hostPhone, (next, before) =>
    commands.setJourney({ hostPhone: next }, { hostPhone: before }),
  )
  return (
    <fieldset className={styles.host}>
      <legend className={sheet.heading}>Whom they call</legend>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={200}
        placeholder={getDefaultHost().name}
        value={name.shown}
        onChange={({ target }) => name.change(target.value)}
        onBlur={name.end}
      />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="off"
        maxLength={60}
        placeholder={getDefaultHost().phone || 'None yet'}
        value={phone.shown}
        onChange={({ target }) => phone.change(target.value)}
        onBlur={phone.end}
      />
    </fieldset>
  )
}
