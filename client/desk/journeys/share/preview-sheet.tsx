import type { Editor } from '#client/desk/journeys/detail/editor.ts'
import {
  formatDay,
  formatDayPlaces,
  formatEnd,
  formatWhere,
  getItemName,
} from '#client/desk/journeys/journeys-text.ts'
import sheet from '#client/desk/kit/dialogs/side-sheet.module.css'
import { Sheet } from '#client/desk/kit/dialogs/side-sheet.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { KindIcon } from '#client/ui/journey-icons.tsx'
import type from '#client/ui/type.module.css'
import { type GuestItem, listGuestDays } from '#shared/journeys/guest-copy.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import { formatBytes } from '#shared/lib/format-number.ts'
import { countChanges, describeCount } from './copy-state.ts'
import styles from './share-sheet.module.css'

/** What guests will see after the next update. */
export function PreviewSheet({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { copy, view } = editor
  const { title, guests, host } = copy.next
  const days = listGuestDays(copy.next)
  const isNewer = view.pass?.copy && countChanges(copy) > 0
  return (
    <Sheet title={title || UNTITLED} onClose={onClose}>
      <p className={kit.text}>
        {guests ? `For ${guests}. ` : ''}
        {isNewer
          ? `As they see it once you have updated their copy: ${describeCount(copy).replace(/\.$/, '').toLowerCase()}.`
          : view.pass?.copy
            ? 'As they see it.'
            : 'As they will see it once they have the link.'}
      </p>
      {days.map((day) => {
        const places = formatDayPlaces(day)
        return (
          <section key={day.id}>
            <h3 className={sheet.heading}>
              {formatDay(day)}
              {places ? <small className={type.subline}>{places}</small> : null}
            </h3>
            <ul>
              {day.items.map((item) => (
                <PreviewItem key={item.id} item={item} />
              ))}
              {day.nights.map(({ item, night }) => (
                <li key={item.id} className={styles.item}>
                  <KindIcon kind="stay" className={kit.smallIcon} />
                  <b>
                    {getItemName(item)}, night {night} of {item.nights}
                  </b>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      <p className={kit.text}>
        {host.phone ? `They call ${host.name}, ${host.phone}.` : `They ask ${host.name}.`}
      </p>
    </Sheet>
  )
}

function PreviewItem({ item }: { item: GuestItem }) {
  const { kind, begins, guestText, contact, phone, email, confirmation, included, price } = item
  const time = [begins, formatEnd(item)].filter(Boolean).join(' ')
  const lines = [
    formatWhere(item),
    kind !== 'stay' && item.place ? item.address : '',
    [contact, phone, email].filter(Boolean).join(', '),
    confirmation && `Confirmation ${confirmation}`,
    included && `Included: ${included}`,
    price,
    item.documents.map(({ name, size }) => `${name} (${formatBytes(size)})`).join(', '),
  ].filter(Boolean)
  return (
    <li className={styles.item}>
      <KindIcon kind={kind} className={kit.smallIcon} />
      <div>
        {time ? <p className={type.fine}>{time}</p> : null}
        <b>{getItemName(item)}</b>
        {guestText ? <p className={kit.userText}>{guestText}</p> : null}
        {lines.map((line) => (
          <p key={line} className={`${kit.userText} ${type.note}`}>
            {line}
          </p>
        ))}
        {kind === 'stay' && item.nights > 1 ? (
          <p className={type.note}>{item.nights} nights</p>
        ) : null}
      </div>
    </li>
  )
}
