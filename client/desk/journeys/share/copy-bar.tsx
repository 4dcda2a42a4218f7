import type { Editor } from '#client/desk/journeys/detail/editor.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertIcon, ClockIcon, OfflineIcon } from '#client/ui/icons.tsx'
import styles from './copy-bar.module.css'
import { countChanges, describeChanges, describeCount } from './copy-state.ts'
import type { Publishing } from './use-publish.ts'

interface CopyBarProps {
  editor: Editor
  publishing: Publishing
  onShowChanges: () => void
}

/** What is not on the guests' copy yet, at the foot of the page. */
export function CopyBar({ editor, publishing, onShowChanges }: CopyBarProps) {
  const { copy, days, saving } = editor
  const { online, busy, failed, publish } = publishing
  const isOpen = copy.link === 'open' || copy.link === 'waiting'
  const hasChanges = isOpen && countChanges(copy) > 0
  if (!hasChanges) return <WaitingBar editor={editor} online={online} />
  const Icon = online ? AlertIcon : OfflineIcon
  return (
    <section
      className={styles.bar}
      aria-label="Not on their copy yet"
      data-bottom-bar
      data-print="off"
    >
      <div className={styles.inner}>
        <p>
          <Icon />
          <span>
            <b>{describeCount(copy)}</b>{' '}
            {failed
              ? 'This device could not store the update. Free some room, then try again.'
              : online
                ? describeChanges(copy, days)
                : describeOffline(countChanges(copy), saving)}
          </span>
        </p>
        <div className={`row wrap gap-2 ${styles.actions}`}>
          <Button small variant="quiet" onClick={onShowChanges}>
            See the changes
          </Button>
          <Button small busy={busy} onClick={() => void publish()}>
            {online ? 'Update their copy' : 'Send when online'}
          </Button>
        </div>
      </div>
    </section>
  )
}

function describeOffline(number: number, saving: Editor['saving']): string {
  const [they, them] = number === 1 ? ['It is', 'it'] : ['They are', 'them']
  const saved = saving === 'saved' ? `${they} saved on this device. ` : ''
  return `${saved}You can send ${them} once you are back online.`
}

/** Shown while the copy is queued on this device without a connection. */
function WaitingBar({ editor: { copy, view }, online }: { editor: Editor; online: boolean }) {
  if (online || !view.pass?.isPending) return null
  const closes = copy.link === 'closed'
  return (
    <section
      className={styles.bar}
      aria-label="Waiting to be sent"
      data-bottom-bar
      data-print="off"
    >
      <div className={styles.inner}>
        <p role="status">
          <ClockIcon />
          <span>
            <b>{closes ? 'Closing the link waits.' : 'Their copy waits on this device.'}</b>{' '}
            {closes
              ? 'It is closed as soon as you are back online.'
              : 'It is sent as soon as you are back online.'}
          </span>
        </p>
      </div>
    </section>
  )
}
