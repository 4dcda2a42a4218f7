import type { Editor } from '#client/desk/journeys/detail/editor.ts'
import { listNames } from '#client/desk/journeys/journeys-text.ts'
import { Sheet } from '#client/desk/kit/dialogs/side-sheet.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { formatDayAndTime } from '#client/lib/data/device-zone.ts'
import { Button } from '#client/ui/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import { getItemLabel } from '#shared/journeys/journey-fields.ts'
import { formatFieldValue } from '#shared/sync/collections.ts'
import { type ChangeRow, describeCount, listChangeRows } from './copy-state.ts'
import styles from './share-sheet.module.css'
import type { Publishing } from './use-publish.ts'

interface ChangesSheetProps {
  editor: Editor
  old: GuestCopy
  publishing: Publishing
  onClose: () => void
}

/** The guests' copy and the journey as it is now, side by side. */
export function ChangesSheet({ editor, old, publishing, onClose }: ChangesSheetProps) {
  const { copy } = editor
  const { online, busy, publish } = publishing
  return (
    <Sheet title="What they do not have yet" onClose={onClose}>
      <p className={kit.text}>{describeCount(copy)}</p>
      <table className={styles.changesTable}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>What</VisuallyHidden>
            </th>
            <th scope="col">On their copy of {formatDayAndTime(old.publishedAt)}</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {listChangeRows(copy, old).map((row) => (
            <ChangeLine key={row.key} row={row} editor={editor} />
          ))}
        </tbody>
      </table>
      <div className={kit.rowEnd}>
        <Button small busy={busy} onClick={() => void publish().then(onClose)}>
          {online ? 'Update their copy' : 'Send when online'}
        </Button>
      </div>
    </Sheet>
  )
}

function ChangeLine({ row, editor: { days, copy } }: { row: ChangeRow; editor: Editor }) {
  const { title, field, before, after, key } = row
  const kind = copy.changeOf.get(key.split(' ')[0] ?? '')?.item.kind
  const names = listNames(days)
  const format = (value: unknown) =>
    formatFieldValue({ coll: 'journey-item', field }, value, names) || '–'
  return (
    <tr>
      <th scope="row">
        {title}
        {field ? <small>{getItemLabel(field, kind)}</small> : null}
      </th>
      <td className={kit.userText}>{format(before)}</td>
      <td className={kit.userText}>{format(after)}</td>
    </tr>
  )
}
