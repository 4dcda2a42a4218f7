import {
  formatDay,
  formatDayPlaces,
  formatEnd,
  formatSpan,
  formatWhere,
  getItemName,
} from '#client/desk/journeys/journeys-text.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { JourneyPlate } from '#client/ui/plates/journey-plate.tsx'
import { formatNames } from '#shared/clients/person-names.ts'
import type { JourneyItem } from '#shared/journeys/days.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import type { Editor } from './editor.ts'
import styles from './journey-print.module.css'

/** The journey for printing, in place of the page. */
export function JourneyPrint({ editor, hasNotes }: { editor: Editor; hasNotes: boolean }) {
  const {
    view,
    days,
    now,
    stops: { stops, route },
  } = editor
  const names = formatNames(view.names)
  return (
    <article className={styles.paper}>
      <h1>{view.journey.title || UNTITLED}</h1>
      <p>{[names, formatSpan(days)].filter(Boolean).join(', ')}</p>
      {stops.some(({ at }) => at) ? (
        <div className={styles.map}>
          <JourneyPlate {...{ stops, route }} ink="print" frame="whole" hasLocator />
        </div>
      ) : null}
      {days.map((day) => (
        <section key={day.id}>
          <h2>{[formatDay(day), formatDayPlaces(day)].filter(Boolean).join(', ')}</h2>
          {day.items.map((item) => (
            <PrintedItem key={item.id} item={item} hasNotes={hasNotes} />
          ))}
          {day.nights.map(({ item, night }) => (
            <div key={item.id} className={styles.item}>
              <span>Night</span>
              <b>
                {getItemName(item)}, night {night} of {item.nights}
              </b>
            </div>
          ))}
        </section>
      ))}
      <footer>Printed {formatRelativeTime(now, now)}.</footer>
    </article>
  )
}

function PrintedItem({ item, hasNotes }: { item: JourneyItem; hasNotes: boolean }) {
  const { kind, begins, place, address, contact, phone, email, confirmation } = item
  const { included, price, guestText, ownerText, documents } = item
  const lines = [
    formatWhere(item),
    kind !== 'stay' && place ? address : '',
    [contact, phone, email].filter(Boolean).join(', '),
    confirmation && `Confirmation ${confirmation}`,
    included && `Included: ${included}`,
    price && `Price: ${price}`,
    guestText,
    documents.length > 0 && `Documents: ${documents.map(({ name }) => name).join(', ')}`,
  ].filter((line): line is string => typeof line === 'string' && line !== '')
  return (
    <div className={styles.item}>
      <span>
        {begins || (kind === 'stay' ? 'Night' : '')} {formatEnd(item)}
      </span>
      <div>
        <b>{getItemName(item)}</b>
        {lines.map((line) => (
          <p key={line} className={kit.userText}>
            {line}
          </p>
        ))}
        {hasNotes && ownerText ? (
          <p className={`${kit.userText} ${styles.note}`}>For you only: {ownerText}</p>
        ) : null}
      </div>
    </div>
  )
}
